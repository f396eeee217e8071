package gdl

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zermelo/games"
)

// open opens a shared sheet as a game.
func openSheet(t testing.TB, file string) games.Variant {
	t.Helper()
	v, err := compile(t, file).Open()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func checkGame(v games.Variant, limit int) error {
	switch g := v.(type) {
	case games.Game[uint64]:
		return games.Check(g, limit)
	case games.Game[[2]uint64]:
		return games.Check(g, limit)
	case games.Game[[4]uint64]:
		return games.Check(g, limit)
	}
	return nil
}

func TestGames(t *testing.T) {
	for _, file := range sheets(t, "games") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(t *testing.T) {
			start := time.Now()
			v := openSheet(t, file)
			_, layered := v.(interface{ Span() int })
			i := v.Info()
			t.Logf("%v: %T layered %v simultaneous %v general %v total %d payoffs %v %v", time.Since(start), v, layered, i.Simultaneous, i.GeneralSum, i.Total, i.Payoffs, i.Rules[1:])
			if err := checkGame(v, 60); err != nil {
				t.Error(err)
			}
		})
	}
}
