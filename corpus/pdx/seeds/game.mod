=== interface/units.gfx
objectTypes = {
	EMFXActorType = {
		name = "Man"
		actorfile = "gfx/anims/a.xac"
		animation = { file = "gfx/anims/b.xsm" }
	}
}

=== gfx/anims/a.xac
-
=== with/gfx/anims/0.xac

=== with/gfx/anims/1.xac

=== with/gfx/anims/2.xac

=== with/gfx/anims/3.xac

=== with/gfx/anims/4.xac

=== with/gfx/anims/5.xac

=== with/gfx/anims/6.xac

=== with/gfx/anims/7.xac

=== with/gfx/anims/8.xac

=== with/gfx/anims/9.xac

=== with/gfx/anims/10.xac

=== with/gfx/anims/11.xac

=== with/gfx/anims/12.xac

=== with/gfx/anims/13.xac

=== with/gfx/anims/14.xac

=== with/gfx/anims/15.xac

=== with/gfx/anims/16.xac

=== with/gfx/anims/17.xac

=== with/gfx/anims/18.xac

=== with/gfx/anims/19.xac

=== with/gfx/anims/20.xac

=== with/gfx/anims/21.xac

=== with/gfx/anims/22.xac

=== with/gfx/anims/23.xac

=== with/gfx/anims/24.xac

=== with/gfx/anims/25.xac

=== with/gfx/anims/26.xac

=== with/gfx/anims/27.xac

=== with/gfx/anims/28.xac

=== with/gfx/anims/29.xac

=== with/gfx/anims/30.xac

=== with/gfx/anims/31.xac

=== with/gfx/anims/32.xac

=== with/gfx/anims/33.xac

=== with/gfx/anims/34.xac

=== with/gfx/anims/35.xac

=== with/gfx/anims/36.xac

=== with/gfx/anims/37.xac

=== with/gfx/anims/38.xac

=== with/gfx/anims/39.xac

=== with/gfx/anims/40.xac

=== with/gfx/anims/41.xac

=== with/gfx/anims/42.xac

=== with/gfx/anims/43.xac

=== with/gfx/anims/44.xac

=== with/gfx/anims/45.xac

=== with/gfx/anims/46.xac

=== with/gfx/anims/47.xac

=== with/gfx/anims/48.xac

=== with/gfx/anims/49.xac

=== with/gfx/anims/b.xsm

