package author

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/statemachine"
	"zermelo/reports/words"
)

func (e *Env) newPerft() *cobra.Command {
	return &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the plays of a game by length",
		Long: `Count the sequences of 1, 2, ... DEPTH moves from the start. To test the rules,
compare the counts with those of another program. Plays that end earlier are counted up
to their end. A joint move of several roles counts as one move, and so does a random move.`,
		Example: `  zermelo perft tictactoe 5
  zermelo perft mygame.star 5
  zermelo perft breakthrough.kif 3 --json`,
		Args: usage.Args(2, 2, "a game and a depth", "zermelo perft tictactoe 5"),
		RunE: func(cmd *cobra.Command, args []string) error { return e.runPerft(cmd.Context(), args[0], args[1]) },
	}
}

type perftJSON struct {
	Game    string  `json:"game"`
	Counts  []int64 `json:"counts"` // number of plays of 1, 2, ... moves
	Seconds float64 `json:"seconds"`
}

func (e *Env) runPerft(ctx context.Context, spec, depth string) error {
	const maxDepth = 1000
	n, err := strconv.Atoi(depth)
	if err != nil || n < 1 || n > maxDepth {
		return games.BadInput("depth %q: must be between 1 and %d plies", depth, maxDepth)
	}
	j := perftJSON{Counts: make([]int64, n)}
	if path, ok := e.sheetSpec(spec); ok {
		err = e.withMachine(ctx, path, func(m *statemachine.Machine, options string) error {
			if err := gdl.SetDrawOptions(draw.NewPainter(m, nil), m.Name, options); err != nil {
				return err
			}
			j.Game = m.Name
			w := perftWalk{ctx: ctx, roles: len(m.Moves), play: m.NewPlay(), counts: j.Counts}
			return j.count(ctx, func() bool { return w.walk(0) })
		})
	} else {
		var v games.Variant
		if v, err = e.Open(ctx, spec); err == nil {
			j.Game = v.Info().Name
			ctx, end := games.WithFailure(ctx, v)
			defer end()
			err = j.count(ctx, func() bool {
				return games.ByState(v,
					func(g games.Game[uint64]) bool { return games.CountPlays(ctx, g, []uint64{g.Start()}, j.Counts) },
					func(g games.Game[[2]uint64]) bool { return games.CountPlays(ctx, g, [][2]uint64{g.Start()}, j.Counts) },
					func(g games.Game[[4]uint64]) bool { return games.CountPlays(ctx, g, [][4]uint64{g.Start()}, j.Counts) })
			})
		}
	}
	if err != nil {
		return err
	}
	return e.Out.Show(j, func() {
		total := int64(0)
		for i, n := range j.Counts {
			total += n
			e.Out.Printf("%4d  %s\n", i+1, words.Thousands(n))
		}
		e.Out.Printf("%s positions/s\n", terminal.Metric(float64(total)/j.Seconds))
	})
}

// count calls add and records its duration. It returns an error if add returns false
// or ctx is cancelled.
func (j *perftJSON) count(ctx context.Context, add func() bool) error {
	began := time.Now()
	done := add()
	j.Seconds = time.Since(began).Seconds()
	if !done || ctx.Err() != nil {
		return fmt.Errorf("perft %s: interrupted", j.Game)
	}
	return nil
}

// perftWalk visits all plays of a rule sheet in depth-first order.
type perftWalk struct {
	ctx     context.Context
	roles   int
	play    *statemachine.Play
	counts  []int64
	visited int64
}

// walk counts the plays that continue from the current position of w.play. ply is the
// number of plies from the start to that position. walk leaves w.play in an
// unspecified position. It returns false if the context is cancelled.
func (w *perftWalk) walk(ply int) bool {
	if w.visited++; w.visited%1024 == 0 && w.ctx.Err() != nil {
		return false
	}
	if ply == len(w.counts) || w.play.Terminal() {
		return true
	}
	legal := make([][]int32, w.roles)
	product := int64(1)
	for role := range legal {
		legal[role] = w.play.Legal(nil, role)
		product *= int64(len(legal[role]))
	}
	if w.counts[ply] += product; ply+1 == len(w.counts) {
		return true
	}
	here := w.play.State(nil)
	joint, chosen := make([]int32, w.roles), make([]int, w.roles)
	for range product {
		for role, i := range chosen {
			joint[role] = legal[role][i]
		}
		w.play.Do(joint)
		if !w.walk(ply + 1) {
			return false
		}
		w.play.SetState(here)
		for role := range chosen {
			if chosen[role]++; chosen[role] < len(legal[role]) {
				break
			}
			chosen[role] = 0
		}
	}
	return true
}
