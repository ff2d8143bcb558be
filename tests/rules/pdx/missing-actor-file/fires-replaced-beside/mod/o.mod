path = mod/Ours
replace_path = gfx\anims
