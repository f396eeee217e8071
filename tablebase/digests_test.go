package tablebase_test

import (
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
	"zermelo/tablebase/solve"
)

var update = flag.Bool("update", false, "write testdata/digests.tsv anew for the games that are solved")

// digestsFile lists games and the expected results of solving them. To add a game,
// append a line with only its name and run the test with -update. A digest may
// change only if the game packs its states differently. All other columns must
// then stay the same.
const digestsFile = "testdata/digests.tsv"

// known is a line in digestsFile.
type known struct {
	game string // a built-in variant or, relative to this folder, a rule sheet
	size string // "quick", or "large" if solving takes more than 0.1 s
	rest string // method, kind, states, digest, and the payoffs and remoteness of the start
}

func (k known) String() string { return k.game + "\t" + k.size + "\t" + k.rest }

// TestDigestsAreUnchanged solves the games in the list, reads the tables, and
// compares digests and values with the list.
func TestDigestsAreUnchanged(t *testing.T) {
	list, head := readDigests(t)
	for i, k := range list {
		t.Run(k.game, func(t *testing.T) {
			if k.size == "large" {
				gamestest.SkipUnlessLarge(t)
			}
			v := openListed(t, k.game)
			got := solvedLine(t, v)
			if *update {
				list[i].rest = got
			} else if diff := cmp.Diff(k.rest, got); diff != "" {
				t.Errorf("%s has changed (- as listed, + now):\n%s", k.game, diff)
			}
		})
	}
	if !*update {
		return
	}
	for i := range list {
		head += list[i].String() + "\n"
	}
	if err := os.WriteFile(digestsFile, []byte(head), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestDigestsCoverAllGames checks that the list includes every built-in game.
func TestDigestsCoverAllGames(t *testing.T) {
	list, _ := readDigests(t)
	for _, e := range builtin.Registry().Entries {
		if !slices.ContainsFunc(list, func(k known) bool { return k.game == e.Name || strings.HasPrefix(k.game, e.Name+":") }) {
			t.Errorf("%s is not in %s", e.Name, digestsFile)
		}
	}
}

// readDigests returns the lines of the list, and its heading.
func readDigests(t *testing.T) (list []known, head string) {
	t.Helper()
	text, err := os.ReadFile(digestsFile)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "\n")
	for line := range strings.Lines(body) {
		f := append(strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3), "quick", "")
		list = append(list, known{f[0], f[1], f[2]})
	}
	return list, head + "\n"
}

// openListed opens a game in the list. It skips rule sheets in folders that do not
// exist on this machine.
func openListed(t *testing.T, name string) games.Variant {
	t.Helper()
	open := builtin.Registry().Open
	if filepath.Ext(name) == ".kif" {
		if _, err := os.Stat(name); err != nil {
			t.Skip(err)
		}
		open = func(spec string) (games.Variant, error) { return gdl.OpenSpec(t.Context(), spec, work.Limits{}) }
	}
	v, err := open(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// solvedLine solves a game and returns the known.rest of its table.
func solvedLine(t *testing.T, v games.Variant) string {
	t.Helper()
	s := tabled(t, v)
	o := s.Outcomes.Of(s.Start)
	var payoffs []string
	for r := range v.Info().Roles {
		payoffs = append(payoffs, exact(o.Payoff[r]))
	}
	return fmt.Sprintf("%s\t%s\t%d\t%016x\t%s\t%d", s.Method, s.Outcomes.Kind, s.States(), s.Digest, strings.Join(payoffs, " "), o.Remoteness)
}

// exact formats a fraction. It abbreviates fractions of more than 20 characters.
func exact(f *big.Rat) string {
	if text := f.RatString(); len(text) <= 20 {
		return text
	}
	return f.FloatString(12)
}

// tabled solves a game and returns the solution read from the table.
func tabled(t *testing.T, v games.Variant) *job.Solution {
	t.Helper()
	db := t.TempDir()
	for {
		r, err := solve.Solve(t.Context(), db, v, solve.Options{CountTerminals: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Existed {
			return r.Solution
		}
	}
}
