package command

import (
	"cmp"
	"context"
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
)

type scoreOptions struct {
	time      time.Duration
	openSpiel bool
	annotate  string
	output
}

func (p *program) newScore() *cobra.Command {
	var o scoreOptions
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
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.time < 0:
				return games.BadInput("--time %s: must not be negative", o.time)
			case o.annotate == "-", o.annotate != "" && filepath.Clean(o.annotate) == filepath.Clean(o.file):
				return games.BadInput("--annotate %s: must be another file than that of --output", games.Echo(o.annotate))
			}
			if err := o.check(cmd, p.out.JSON); err != nil {
				return err
			}
			for _, file := range []string{o.file, o.annotate} {
				if slices.ContainsFunc(args[1:], func(in string) bool { return in != "-" && filepath.Clean(in) == filepath.Clean(file) }) {
					return games.BadInput("%s: is also read; choose another file to write", games.Echo(file))
				}
			}
			if o.annotate != "" {
				if err := terminal.CheckFile(o.annotate); err != nil {
					return err
				}
			}
			return p.runScore(cmd.Context(), args[0], args[1:], o)
		},
	}
	cmd.Flags().DurationVarP(&o.time, "time", "t", 0, "search up to `TIME` per position whose value is not stored (default no search)")
	cmd.Flags().BoolVar(&o.openSpiel, "openspiel", false, "read lines of moves as actions of OpenSpiel, such as \"3 3 2\" or \"x3 o3\"")
	cmd.Flags().StringVar(&o.annotate, "annotate", "", "also write the games with comments to `FILE`")
	o.output.add(cmd, render.ScoreFormats()...)
	return cmd
}

func (p *program) runScore(ctx context.Context, spec string, files []string, o scoreOptions) error {
	search := func(ctx context.Context, db string, v games.Variant, limit solved.Limit, missing error) (solved.Game, error) {
		switch missing = otherRules(db, v, missing); {
		case solved.CheckAnalyze(v.Info()) != nil:
			return nil, missing
		case o.time == 0:
			return nil, fmt.Errorf("%w (with --time 1s, score searches instead)", missing)
		}
		return solved.OpenUnsolved(ctx, v, limit)
	}
	return p.withSolved(ctx, spec, &solved.Limit{Time: o.time, Stored: o.time == 0}, search, func(b solved.Game) error {
		list, err := p.readGames(b.Variant(), files, o)
		if err != nil {
			return err
		}
		return p.judge(ctx, b, list, o)
	})
}

func (p *program) readGames(v games.Variant, files []string, o scoreOptions) (list []*record.Game, err error) {
	r := record.NewReader(v, o.openSpiel)
	for _, name := range files {
		in := p.in
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
func (p *program) judge(ctx context.Context, b solved.Game, list []*record.Game, o scoreOptions) error {
	done, total := 0, 0
	for _, g := range list {
		total += len(g.Moves) + 1
	}
	report, stop := p.progress.Positions("judging moves", "positions")
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
		p.stopped = true
	}
	if o.annotate != "" {
		err := terminal.WriteFile(o.annotate, func(f *os.File) error { return render.Annotated(f, r) })
		if err != nil {
			return err
		}
	}
	return p.deliver(o.output, func(w io.Writer) error { return render.Score(w, b, r, o.format) })
}
