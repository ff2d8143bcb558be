=== interface/units.gfx
objectTypes = {
	EMFXActorType = {
		name = "Man"
		actorfile = "gfx\anims\horse.xac"
		animation = { name = "a" file = "gfx\anims\ride.xsm" }
		idle = "gfx\\anims\\gone.xsm"
		attach = { name = "Gun" node = "hand" attachid = 1 }
		attach = { name = "Gun" node = "Root" attachid = 1 }
	}
	EMFXActorType = {
		name = "Man"
		actorfile = "gfx/anims/b.xac"
	}
}
spriteType = { texturefile = "gfx/a.tga" name = "GFX_a" }

