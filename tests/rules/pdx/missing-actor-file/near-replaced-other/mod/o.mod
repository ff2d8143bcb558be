path = "mod/theirs"
replace_path = "gfx/anims"
