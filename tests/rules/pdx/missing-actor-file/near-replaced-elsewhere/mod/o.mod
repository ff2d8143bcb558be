path = "mod/ours"
replace_path = "gfx/flags"
