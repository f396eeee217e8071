// Package builtin lists the games that come with the program.
package builtin

import "zermelo/games"

// Registry returns the built-in games and their presets.
func Registry() *games.Registry {
	return &games.Registry{}
}
