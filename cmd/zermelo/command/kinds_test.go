package command

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/solver/solvertest"
)

// sources returns the kinds of random games.
func sources() []string { return []string{"built in", "script", "sheet", "numbered", "any sheet"} }

// randomGame is a random game that commands can open.
type randomGame struct {
	name     string // name in failure texts
	spec     string
	family   string // key for counting games
	registry *games.Registry
}

// randomOption is the option of the built-in random game that selects it.
const randomOption = "number"

// randomRegistry returns a registry with the built-in random games: "random" for the games
// of all families and "numbered" for games with numbered positions.
func randomRegistry() *games.Registry {
	families := solvertest.Families()
	number := games.Int(randomOption, "which game", 0, 0, 1<<30)
	return &games.Registry{Entries: []games.Entry{
		{Name: "random", Summary: "a random game", Options: []games.Option{number}, New: func(c games.Choice) (games.Variant, error) {
			n := c.Int(randomOption)
			return families[n%len(families)].Game(uint64(n)), nil
		}},
		{Name: "numbered", Summary: "a random game whose positions are numbered", Options: []games.Option{number}, New: func(c games.Choice) (games.Variant, error) {
			return numberedGame(uint64(c.Int(randomOption))), nil
		}},
	}}
}

// numberedGame returns a random two-player game whose positions are numbered tier by tier.
func numberedGame(seed uint64) games.Variant {
	s := solvertest.CyclicShape{
		Tiers: 1 + int(seed)%4, Width: 1 + int(seed)%9, Moves: 1 + int(seed)%3,
		Exchange: seed%2 == 0, Draws: seed%3 > 0, Seed: seed,
	}
	g := solvertest.NewCyclicGame(s)
	g.Description.LayerName = "tier"
	return solvertest.RetroGame{CyclicGame: g}
}

// newRandomGame returns the random game number n. It writes the rules of scripts and sheets
// to folder. It returns nil if the kind of game n does not support the family.
func newRandomGame(t *testing.T, folder string, n int) *randomGame {
	t.Helper()
	families := solvertest.Families()
	source, seed := sources()[n%len(sources())], n/len(sources())
	family := families[seed%len(families)]
	g := &randomGame{family: source + ", " + family.String(), registry: randomRegistry()}
	file := ""
	switch source {
	case "built in":
		g.spec = fmt.Sprintf("random:%s=%d", randomOption, seed)
	case "numbered":
		g.spec, g.family = fmt.Sprintf("numbered:%s=%d", randomOption, seed), source
	case "script":
		if family.Roles > 2 && family.Simultaneous || family.Roles == 1 && family.GeneralSum {
			return nil
		}
		v := family.Game(uint64(seed))
		g.spec, file = filepath.Join(folder, fmt.Sprintf("r%d.star", seed)), games.ByState(v, solvertest.Script[uint64], solvertest.Script[[2]uint64], solvertest.Script[[4]uint64])
	case "sheet":
		if family.Roles == 1 && family.GeneralSum {
			return nil
		}
		v := family.Game(uint64(seed))
		g.spec, file = filepath.Join(folder, fmt.Sprintf("r%d.kif", seed)), games.ByState(v, solvertest.Sheet[uint64], solvertest.Sheet[[2]uint64], solvertest.Sheet[[4]uint64])
	case "any sheet":
		g.spec, g.family, file = filepath.Join(folder, fmt.Sprintf("any%d.kif", seed)), source, gdltest.NewSheetMaker(uint64(seed)).Sheet()
	}
	if file != "" {
		if err := os.WriteFile(g.spec, []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	g.name = fmt.Sprintf("game %d (%s)", n, g.family)
	return g
}

// TestRandomGamesOfAllKinds runs each command that writes or reads a table on random games
// of all kinds. No command may panic, and all values must match the reference solvers.
func TestRandomGamesOfAllKinds(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	// The first game has one role and can repeat positions. The second does too, but has two
	// roles and a payoff between endless play and half of the total. In the last two games,
	// one of three roles chooses, and the choosing role is indifferent.
	odd := []int{890, 1321, 785, 555, 1415}
	count := 140 // with 135 or more, one start position has no value
	switch {
	case gamestest.Large():
		count = 2000
	case testing.Short():
		count = 20
	}
	ends := map[string]map[string]int{} // games by family and end
	k := &kindsRun{t: t}
	began := time.Now()
	for n, made := 0, 0; made < count+len(odd); n++ {
		if made%20 == 0 { // keep folders small
			os.RemoveAll(k.folder)
			k.folder, k.before = t.TempDir(), ""
			k.db = filepath.Join(k.folder, "tables")
		}
		number := n
		if made >= count {
			number = odd[made-count]
		}
		g := newRandomGame(t, k.folder, number)
		if g == nil {
			continue
		}
		end := k.game(g)
		if end == "" {
			continue
		}
		if made++; ends[g.family] == nil {
			ends[g.family] = map[string]int{}
		}
		ends[g.family][end]++
	}
	for _, family := range slices.Sorted(maps.Keys(ends)) {
		t.Logf("%-70s %v", family, ends[family])
	}
	t.Logf("%d commands, %d panics, %s", k.ran, k.panics, time.Since(began).Round(time.Second))
}

// game solves a game and runs the remaining commands on it. It returns the result of
// solve: "solved", "not solved" if the start position has no payoffs, "refused" or
// "failed". It returns "" if the rules are not those of a valid game.
func (k *kindsRun) game(g *randomGame) string {
	k.t.Helper()
	p := &program{registry: g.registry, infos: map[string]*games.Info{}}
	v, err := p.open(k.t.Context(), g.spec)
	if err != nil {
		if !strings.Contains(g.family, "any sheet") {
			k.t.Errorf("%s: %v", g.name, err)
		}
		return ""
	}
	defer p.close()
	args := []string{"solve", g.spec, "--json", "--quiet", "--limit", "2000", "--workers", "2"}
	if len(v.Info().Roles) == 1 {
		args = append(args, "--method", "table") // auto may select a search on a slow machine
	}
	code, out, errs := k.command(g, "", args...)
	switch {
	case code == exitFailure && strings.Contains(errs, "depend on repetition") && !(v.Info().GeneralSum || v.Info().Simultaneous):
		k.t.Errorf("%s: %s", g.name, errs)
		return "refused"
	case code == exitFailure && strings.Contains(errs, "depend on repetition"):
		k.untabledCommands(g)
		return "refused"
	case code == exitFailure && strings.Contains(g.family, "any sheet"):
		return ""
	case code != exitOK:
		k.t.Errorf("%s: solve %s: exit code %d: %s", g.name, g.spec, code, errs)
		return "failed"
	}
	var s summary
	if !k.decode(g, out, &s) {
		return "failed"
	}
	ref := referenceOf(v)
	k.tableCommands(g, v, ref)
	k.before = g.spec
	if len(s.Payoffs) == 0 {
		return "not solved"
	}
	return "solved"
}
