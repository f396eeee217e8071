package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/record"
	"zermelo/reports/render"
	"zermelo/reports/score"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

type scoreOptions struct {
	time      time.Duration
	openSpiel bool
	annotate  string
	write     Writer
}

func (e *Env) newScore() *cobra.Command {
	var o scoreOptions
	var check func() error
	cmd := &cobra.Command{
		Use:   "score GAME FILE...",
		Short: "Judge recorded games move by move",
		Long: `Compare every move of recorded games with perfect play: the value before and after
the move, and the moves that were better. For each player, print the share of the
moves that keep the value with its 95 % interval, the payoff given away, and the
mistakes by kind.

A FILE has a game per line: moves as in "1. b2 a1 2. c3" or a record in JSON.
Replays of Kaggle and actions of OpenSpiel are read too; see docs/arena.md. The
file - is standard input.

Without a table or proof, --time TIME searches each position for up to TIME.
Moves whose value remains unknown are counted separately.`,
		Example: `  zermelo score tictactoe games.txt
  zermelo score connect4:size=5x4 games.jsonl --annotate marked.txt -o score.html
  zermelo score breakthrough:size=8x8,captures=diagonal replay.json --time 1s`,
		Args: usage.Args(2, math.MaxInt, "a game and files with recorded games", "zermelo score tictactoe games.txt"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return e.Complete(cmd, args, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			output, _ := cmd.Flags().GetString("output")
			switch {
			case o.time < 0:
				return games.BadInput("--time %s: must not be negative", o.time)
			case o.annotate == "-", o.annotate != "" && filepath.Clean(o.annotate) == filepath.Clean(output):
				return games.BadInput("--annotate %s: must be another file than that of --output", games.Echo(o.annotate))
			}
			if err := check(); err != nil {
				return err
			}
			for _, file := range []string{output, o.annotate} {
				if slices.ContainsFunc(args[1:], func(in string) bool { return in != "-" && filepath.Clean(in) == filepath.Clean(file) }) {
					return games.BadInput("%s: is also read; choose another file to write", games.Echo(file))
				}
			}
			if o.annotate != "" {
				if err := terminal.CheckFile(o.annotate); err != nil {
					return err
				}
			}
			return e.runScore(cmd.Context(), args[0], args[1:], o)
		},
	}
	cmd.Flags().DurationVarP(&o.time, "time", "t", 0, "search up to `TIME` per position whose value is not stored (default no search)")
	cmd.Flags().BoolVar(&o.openSpiel, "openspiel", false, "read lines of moves as actions of OpenSpiel, such as \"3 3 2\" or \"x3 o3\"")
	cmd.Flags().StringVar(&o.annotate, "annotate", "", "also write the games with comments to `FILE`")
	check, o.write = e.Report(cmd, render.ScoreFormats()...)
	return cmd
}

func (e *Env) runScore(ctx context.Context, spec string, files []string, o scoreOptions) error {
	v, err := e.Open(ctx, spec)
	if err != nil {
		return err
	}
	list, err := e.readGames(v, files, o)
	if err != nil {
		return err
	}
	limit := &solved.Limit{Time: o.time, Stored: o.time == 0}
	judge := func(b solved.Game) error { return e.judge(ctx, b, list, o) }
	err = e.Solved(ctx, spec, limit, judge)
	switch {
	case !errors.Is(err, store.ErrNoTable) || solved.CheckAnalyze(v.Info()) != nil:
		return err
	case o.time == 0:
		return fmt.Errorf("%w (with --time 1s, score searches instead)", err)
	}
	b, err := solved.OpenUnsolved(ctx, v, *limit)
	if err != nil {
		return err
	}
	return errors.Join(judge(b), b.Close())
}

func (e *Env) readGames(v games.Variant, files []string, o scoreOptions) (list []*record.Game, err error) {
	r := record.NewReader(v, o.openSpiel)
	for _, name := range files {
		in := e.In
		if name != "-" {
			f, err := os.Open(name)
			if err != nil {
				return nil, games.FileError(name, err)
			}
			defer f.Close()
			if info, err := f.Stat(); err == nil && info.IsDir() {
				return nil, games.BadInput("%s: is a folder; name the files in it, as in %s", games.Echo(name), games.Echo(filepath.Join(name, "*")))
			}
			in = f
		}
		more, err := r.Read(in, name)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	if len(list) == 0 {
		return nil, games.BadInput("%s: no games; expected a line of moves per game", files[0])
	}
	return list, nil
}

// judge judges the games and writes the score. If ctx is cancelled, it writes the score of the moves
// judged so far.
func (e *Env) judge(ctx context.Context, b solved.Game, list []*record.Game, o scoreOptions) error {
	done, total := 0, 0
	for _, g := range list {
		total += len(g.Moves) + 1
	}
	report, stop := e.Progress.Positions("judging moves", "positions")
	j := score.NewJudge(b, func(positions int) {
		done += positions
		report(int64(done), int64(total))
	})
	size := 1024 // games per batch
	if j.Searches() {
		size = 1
	}
	var err error
	for batch := range slices.Chunk(list, size) {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = j.Add(batch)
		}
	}
	stop()
	r := j.Result()
	if err != nil && (ctx.Err() == nil || r.Count == 0) {
		return err
	}
	if r.Stopped = err != nil || j.Searches() && ctx.Err() != nil; r.Stopped {
		e.Stopped()
	}
	if o.annotate != "" {
		err := terminal.WriteFile(o.annotate, func(f *os.File) error { return render.Annotated(f, r) })
		if err != nil {
			return err
		}
	}
	return o.write(func(w io.Writer, format string) error { return render.Score(w, b, r, format) })
}
