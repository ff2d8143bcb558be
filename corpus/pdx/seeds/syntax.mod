=== interface/units.gfx
﻿EMFXActorType { a = "b
 EMFXActorType = { scale = 1 scale = } < = > } c "d
