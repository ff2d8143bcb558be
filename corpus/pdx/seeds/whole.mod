=== interface/units.gfx
objectTypes = {
	EMFXActorType = {
		name = "Man"
		actorfile = "gfx/anims/a.xac"
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		animation = { file = "gfx/anims/b.xsm" }
		x0 = "gfx/anims/a.xac"
		x1 = "gfx/anims/a.xac"
		x2 = "gfx/anims/a.xac"
		x3 = "gfx/anims/a.xac"
		x4 = "gfx/anims/a.xac"
		x5 = "gfx/anims/a.xac"
		x6 = "gfx/anims/a.xac"
		x7 = "gfx/anims/a.xac"
		x8 = "gfx/anims/a.xac"
		x9 = "gfx/anims/a.xac"
		x10 = "gfx/anims/a.xac"
		x11 = "gfx/anims/a.xac"
		x12 = "gfx/anims/a.xac"
		x13 = "gfx/anims/a.xac"
		x14 = "gfx/anims/a.xac"
		x15 = "gfx/anims/a.xac"
		x16 = "gfx/anims/a.xac"
		x17 = "gfx/anims/a.xac"
		x18 = "gfx/anims/a.xac"
		x19 = "gfx/anims/a.xac"
		x20 = "gfx/anims/a.xac"
		x21 = "gfx/anims/a.xac"
		x22 = "gfx/anims/a.xac"
		x23 = "gfx/anims/a.xac"
		x24 = "gfx/anims/a.xac"
		x25 = "gfx/anims/a.xac"
		x26 = "gfx/anims/a.xac"
		x27 = "gfx/anims/a.xac"
		x28 = "gfx/anims/a.xac"
		x29 = "gfx/anims/a.xac"
		x30 = "gfx/anims/a.xac"
		x31 = "gfx/anims/a.xac"
		x32 = "gfx/anims/a.xac"
		x33 = "gfx/anims/a.xac"
		x34 = "gfx/anims/a.xac"
		x35 = "gfx/anims/a.xac"
		x36 = "gfx/anims/a.xac"
		x37 = "gfx/anims/a.xac"
		x38 = "gfx/anims/a.xac"
		x39 = "gfx/anims/a.xac"
		x40 = "gfx/anims/a.xac"
		x41 = "gfx/anims/a.xac"
		x42 = "gfx/anims/a.xac"
		x43 = "gfx/anims/a.xac"
		x44 = "gfx/anims/a.xac"
		x45 = "gfx/anims/a.xac"
		x46 = "gfx/anims/a.xac"
		x47 = "gfx/anims/a.xac"
		x48 = "gfx/anims/a.xac"
		x49 = "gfx/anims/a.xac"
	}
}

=== gfx/anims/a.xac
-
=== gfx/anims/b.xsm
-
