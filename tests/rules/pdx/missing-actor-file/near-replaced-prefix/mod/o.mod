path = "mod/our"
replace_path = "gfx/anims"
