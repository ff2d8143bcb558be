replace_path = gfx/anims
