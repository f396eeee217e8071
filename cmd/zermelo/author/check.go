package author

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
)

func (e *Env) newCheck() *cobra.Command {
	limit := 2000
	cmd := &cobra.Command{
		Use:   "check GAME",
		Short: "Test that a game keeps to its own rules",
		Long: `Test a game on positions of random plays: each has moves or payoffs, the same
each time it is asked; payoffs add up to what the game says; moves have
different names, and positions are read as they are written; players take turns
and layers rise, if the game says so; and what a symmetry takes to each other
has the same moves.

It prints what it finds, and the exit code is 1 if that is anything. For the
language of rule sheets there is also "zermelo gdl check".`,
		Example: `  zermelo check mygame.star
  zermelo check exec:./mygame.py --positions 10000
  zermelo check mygame.wasm:size=4 --json`,
		Args:              usage.Args(1, 1, "one game", "zermelo check mygame.star"),
		ValidArgsFunction: e.Complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return games.BadInput("--positions %d: want 1 or more", limit)
			}
			return e.runCheck(cmd.Context(), args[0], limit)
		},
	}
	cmd.Flags().IntVar(&limit, "positions", limit, "look at up to `N` positions")
	return cmd
}

// findingsJSON is the JSON form of what check has found.
type findingsJSON struct {
	Game     string   `json:"game"`
	Findings []string `json:"findings"`
}

func (e *Env) runCheck(ctx context.Context, spec string, limit int) error {
	v, err := e.Open(ctx, spec)
	if err != nil {
		return err
	}
	j := findingsJSON{Game: v.Info().Name, Findings: []string{}}
	found := games.ByState(v,
		func(g games.Game[uint64]) error { return check(g, limit) },
		func(g games.Game[[2]uint64]) error { return check(g, limit) },
		func(g games.Game[[4]uint64]) error { return check(g, limit) })
	if err := games.Failure(v); err != nil {
		return err
	}
	if found != nil {
		for line := range strings.SplitSeq(found.Error(), "\n") {
			j.Findings = append(j.Findings, strings.TrimPrefix(strings.TrimPrefix(line, j.Game), ", "))
		}
	}
	err = e.show(j, func() {
		for _, f := range j.Findings {
			e.Out.Printf("%s: %s\n", j.Game, f)
		}
		if len(j.Findings) == 0 {
			e.Out.Printf("%s: ok\n", j.Game)
		}
	})
	if err == nil && len(j.Findings) > 0 {
		err = fmt.Errorf("check %s: %s", v.Info().Label(), words.Plural(int64(len(j.Findings)), "finding"))
	}
	return err
}

// mostOrbits is up to how many positions of a ply classes are counted.
const mostOrbits = 2000

func check[S games.State](g games.Game[S], limit int) error {
	if err := games.Check(g, limit); err != nil || games.Failure(g) != nil {
		return err
	}
	return games.CheckOrbits(g, min(limit, mostOrbits))
}
