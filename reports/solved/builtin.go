//go:build js && !rules

package solved

import (
	"context"

	"zermelo/games"
)

// foreignRules reports whether this program can open games that are not built in. If it
// is false, the linker omits the checks of their tables.
const foreignRules = false

// The states of built-in games have at most two words. The linker omits the code for four.
var (
	wideTable    func(games.Game[[4]uint64]) func(string) (Game, error)
	wideProof    func(games.Game[[4]uint64]) func(context.Context, string, Limit) (Game, error)
	wideSearcher func(games.Game[[4]uint64]) func(int, int64) Watcher
)
