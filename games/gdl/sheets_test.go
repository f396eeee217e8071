package gdl

import (
	"sync"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

// sheetCache keeps the sheets that tests share, so that each is compiled once
// and opened once. Machines that were only compiled must stay so, as opening
// changes them.
type sheetCache struct {
	mutex    sync.Mutex
	compiled map[string]func() (*Machine, error)
	opened   map[string]func() (openedSheet, error)
}

type openedSheet struct {
	*Machine
	game games.Variant
}

var cache = sheetCache{compiled: map[string]func() (*Machine, error){}, opened: map[string]func() (openedSheet, error){}}

// compile compiles a sheet that tests share.
func compile(t testing.TB, file string) *Machine {
	return cached(t, cache.compiled, file, func() (*Machine, error) { return Compile(t.Context(), readSheet(t, file), Limits{}) })
}

// openSheet compiles and opens a sheet that tests share.
func openSheet(t testing.TB, file string) (*Machine, games.Variant) {
	o := cached(t, cache.opened, file, func() (openedSheet, error) {
		m, err := Compile(t.Context(), readSheet(t, file), Limits{})
		if err != nil {
			return openedSheet{}, err
		}
		v, err := m.Open(t.Context())
		return openedSheet{m, v}, err
	})
	return o.Machine, o.game
}

// cached is what was made for a file when it was first asked for.
func cached[T any](t testing.TB, list map[string]func() (T, error), file string, make func() (T, error)) T {
	t.Helper()
	cache.mutex.Lock()
	once, ok := list[file]
	if !ok {
		once = sync.OnceValues(make)
		list[file] = once
	}
	cache.mutex.Unlock()
	made, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return made
}
