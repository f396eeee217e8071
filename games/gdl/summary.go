package gdl

import (
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/symmetry"
)

// Packed is what the games made by Open can tell about themselves.
type Packed interface{ Packing() pack.Packing }

// Symmetric is what the games made by Open can tell of their symmetries.
type Symmetric interface{ Symmetries() symmetry.Group }
