path = "mod/ours"
a = { replace_path = "gfx/anims" }
