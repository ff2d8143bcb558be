=== interface/units.gfx
objectTypes = {
	EMFXActorType = {
		name = "Known0"
		actorfile = "gfx/anims/austria_hungery_infantry2.xac"
	}
	EMFXActorType = {
		name = "Known1"
		actorfile = "gfx/anims/austriahungery_helmet1.xac"
	}
	EMFXActorType = {
		name = "Known2"
		actorfile = "gfx/anims/austriahungery_helmet21.xac"
	}
	EMFXActorType = {
		name = "Known3"
		actorfile = "gfx/anims/austriahungery_helmet22.xac"
	}
	EMFXActorType = {
		name = "Known4"
		actorfile = "gfx/anims/austriahungery_infantry.xac"
	}
	EMFXActorType = {
		name = "Own0"
		actorfile = "gfx/anims/own0.xac"
	}
	EMFXActorType = {
		name = "Own1"
		actorfile = "gfx/anims/own1.xac"
	}
	EMFXActorType = {
		name = "Own2"
		actorfile = "gfx/anims/own2.xac"
	}
	EMFXActorType = {
		name = "Own3"
		actorfile = "gfx/anims/own3.xac"
	}
	EMFXActorType = {
		name = "Own4"
		actorfile = "gfx/anims/own4.xac"
	}
	EMFXActorType = {
		name = "Own5"
		actorfile = "gfx/anims/own5.xac"
	}
	EMFXActorType = {
		name = "Own6"
		actorfile = "gfx/anims/own6.xac"
	}
	EMFXActorType = {
		name = "Own7"
		actorfile = "gfx/anims/own7.xac"
	}
	EMFXActorType = {
		name = "Own8"
		actorfile = "gfx/anims/own8.xac"
	}
	EMFXActorType = {
		name = "Own9"
		actorfile = "gfx/anims/own9.xac"
	}
	EMFXActorType = {
		name = "Own10"
		actorfile = "gfx/anims/own10.xac"
	}
	EMFXActorType = {
		name = "Own11"
		actorfile = "gfx/anims/own11.xac"
	}
	EMFXActorType = {
		name = "Own12"
		actorfile = "gfx/anims/own12.xac"
	}
	EMFXActorType = {
		name = "Own13"
		actorfile = "gfx/anims/own13.xac"
	}
	EMFXActorType = {
		name = "Own14"
		actorfile = "gfx/anims/own14.xac"
	}
}

=== gfx/anims/own0.xac
-
