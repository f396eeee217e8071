package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/match"
	"zermelo/reports/record"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

type matchOptions struct {
	players string
	until   string
	record  string
	match   match.Options
}

func (p *program) newMatch() *cobra.Command {
	var o matchOptions
	cmd := &cobra.Command{
		Use:   "match GAME --players A,B",
		Short: "Play a match between programs, searches and perfect play",
		Long: `Play games between players, who change sides after each game, and print the
results with their 95 % intervals. The players are:

  perfect      plays perfectly; requires a table
  greedy       ends the game if that is good, else plays at random
  random       plays at random
  casual:T     errs as people do, more at a higher temperature T, such as 0.1
  alphabeta:T  searches for time T per move, such as 500ms
  mcts:T       plays by Monte Carlo tree search for time T per move
  exec:PROGRAM a program that reads and writes lines of JSON; see docs/arena.md

"zermelo new bot" writes examples of programs.`,
		Example: `  zermelo match tictactoe --players perfect,exec:./bot.py -n 100
  zermelo match connect4 --players mcts:1s,greedy --openings 2 --record games.jsonl
  zermelo match hex:size=5x5 --players mcts:100ms,alphabeta:100ms --until 0,50`,
		Args: usage.Args(1, 1, "one game", "zermelo match tictactoe --players perfect,random"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.runMatch(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&o.players, "players", "p", "", "`PLAYERS`, one for each side, separated by commas")
	flags.IntVarP(&o.match.Games, "games", "n", 100, "play `N` games")
	flags.IntVar(&o.match.Openings, "openings", 0, "begin each game with `N` random plies")
	flags.Uint64Var(&o.match.Seed, "seed", 1, "use `N` as the seed of random choices")
	flags.StringVar(&o.until, "until", "", "stop when a test decides between the Elo differences `LOW,HIGH`")
	flags.DurationVar(&o.match.MoveTime, "move-time", 10*time.Second, "a program loses if a move takes more than `TIME`")
	flags.BoolVar(&o.match.Lenient, "lenient", false, "replace a program's illegal or missing move by a random one")
	flags.IntVar(&o.match.Plies, "plies", 1000, "stop games after `N` plies; 0 means no limit")
	flags.IntVar(&o.match.Parallel, "parallel", 0, "play `N` games concurrently (default all cores)")
	flags.StringVar(&o.record, "record", "", "write a record of each game to `FILE`, which score reads")
	return cmd
}

// parse sets the options of the match.
func (o *matchOptions) parse() error {
	m := &o.match
	switch {
	case o.players == "":
		return games.BadInput("match requires players, as in: zermelo match tictactoe --players perfect,random")
	case m.Games < 1:
		return games.BadInput("--games %d: must be at least 1", m.Games)
	case m.Openings < 0:
		return games.BadInput("--openings %d: must not be negative", m.Openings)
	case m.Plies < 0:
		return games.BadInput("--plies %d: must not be negative; 0 means no limit", m.Plies)
	case m.MoveTime <= 0:
		return games.BadInput("--move-time %s: must be positive", m.MoveTime)
	}
	if err := usage.CheckThreads("--parallel", m.Parallel); err != nil {
		return err
	}
	for _, text := range strings.Split(o.players, ",") {
		s, err := match.Parse(strings.TrimSpace(text))
		if err != nil {
			return err
		}
		m.Players = append(m.Players, s)
	}
	if o.until != "" {
		m.Until = &match.Sequential{}
		var rest string
		n, _ := fmt.Sscanf(o.until, "%g,%g%s", &m.Until.Low, &m.Until.High, &rest)
		if n != 2 || !(-maxElo <= m.Until.Low && m.Until.Low < m.Until.High && m.Until.High <= maxElo) {
			return games.BadInput("--until %s: must be two Elo differences LOW,HIGH such as 0,50, between %d and %d", games.Echo(o.until), -maxElo, maxElo)
		}
	}
	return nil
}

// maxElo is the maximum Elo difference in a sequential test.
const maxElo = 5000

func (p *program) runMatch(ctx context.Context, spec string, o matchOptions) error {
	if err := o.parse(); err != nil {
		return err
	}
	if slices.ContainsFunc(o.match.Players, func(s match.Spec) bool { return s.Solved }) {
		return p.withSolved(ctx, spec, &solved.Limit{}, nil, func(b solved.Game) error {
			o.match.Solved = b
			return p.playMatch(ctx, b.Variant(), o)
		})
	}
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	return p.playMatch(ctx, v, o)
}

const (
	maxFaults    = 10              // number of faults that are printed
	lineInterval = 3 * time.Second // interval between lines of progress if standard error is not a terminal
)

func (p *program) playMatch(ctx context.Context, v games.Variant, o matchOptions) (err error) {
	if err := o.match.Check(v.Info()); err != nil {
		return err
	}
	write := func(*record.Game) error { return nil }
	if o.record != "" {
		file, failed := os.Create(o.record)
		if failed != nil {
			return cmp.Or(terminal.CheckFile(o.record), games.FileError(o.record, failed))
		}
		buffer := bufio.NewWriter(file)
		defer func() { err = errors.Join(err, buffer.Flush(), file.Close()) }()
		write = func(g *record.Game) error { return record.Write(buffer, g) }
	}
	var played atomic.Int64
	faults := 0
	o.match.OnGame = func(g *record.Game, list []string) error {
		played.Add(1)
		for _, text := range list {
			if faults++; faults <= maxFaults {
				p.progress.Note(text)
			} else if faults == maxFaults+1 {
				p.progress.Note("further faults are only counted")
			}
		}
		return write(g)
	}
	began := time.Now()
	stop := p.progress.Show(lineInterval, func(now time.Time) (string, float64) {
		return gamesPlayed(played.Load(), &o.match, now.Sub(began))
	})
	r, err := match.Run(ctx, v, o.match)
	stop()
	if r == nil || err != nil && ctx.Err() == nil {
		return err
	}
	if ctx.Err() != nil {
		p.stopped = true
	}
	return p.out.Show(r, func() { p.printMatch(r, o.match.Until) })
}

// gamesPlayed returns the progress of a match as text and as a fraction. A sequential test may end
// the match sooner.
func gamesPlayed(n int64, o *match.Options, elapsed time.Duration) (string, float64) {
	text, share := fmt.Sprintf("%d of %s", n, words.Plural(int64(o.Games), "game")), float64(n)/float64(o.Games)
	if n == 0 {
		return text, share
	}
	most := ""
	if o.Until != nil {
		most = "at most "
	}
	left := time.Duration(float64(elapsed) * (1 - share) / share)
	return fmt.Sprintf("%s, %s%s left", text, most, left.Round(time.Second)), share
}

func (p *program) printMatch(r *match.Result, until *match.Sequential) {
	p.out.Printf("%s: %s in %s\n\n", r.Game, words.Plural(int64(r.Games), "game"), words.Seconds(time.Duration(r.Seconds*float64(time.Second))))
	head, align := []string{"PLAYER", "GAMES", "PAYOFF", "95 %"}, "lrrl"
	if r.Compared {
		head, align = []string{"PLAYER", "WON", "DRAWN", "LOST", "SCORE", "95 %", "ELO", "95 %"}, "lrrrrlrl"
	}
	rows, faults := [][]string{head}, 0
	for _, s := range r.Players {
		faults += s.Faults
	}
	if faults > 0 {
		rows[0], align = append(rows[0], "FAULTS"), align+"r"
	}
	for _, s := range r.Players {
		row := []string{s.Player, fmt.Sprint(s.Games)}
		if r.Compared {
			row = []string{s.Player, fmt.Sprint(s.Won), fmt.Sprint(s.Drawn), fmt.Sprint(s.Lost)}
		}
		switch {
		case s.Games == 0:
			row = append(row, []string{"-", "-", "-", "-"}[:len(head)-len(row)]...)
		case r.Compared:
			row = append(row, fmt.Sprintf("%.1f %%", 100*s.Score), fmt.Sprintf("%.1f to %.1f", 100*s.Low, 100*s.High),
				eloText(s.Elo, s.Score), eloText(s.EloLow, s.Low)+" to "+eloText(s.EloHigh, s.High))
		default:
			row = append(row, fmt.Sprintf("%.4g", s.Payoff), fmt.Sprintf("%.4g to %.4g", s.PayoffLow, s.PayoffHigh))
		}
		if faults > 0 {
			row = append(row, fmt.Sprint(s.Faults))
		}
		rows = append(rows, row)
	}
	p.out.Printf("%s\n", strings.Join(terminal.Columns(align, rows), "\n"))
	if r.Unfinished > 0 {
		p.out.Printf("\n%s reached the limit of plies and have no result\n", words.Plural(int64(r.Unfinished), "game"))
	}
	if r.LLR != nil {
		p.out.Printf("\ntest of %s for %g against %g Elo: log-likelihood ratio %+.2f, %s\n", r.Players[0].Player, until.High, until.Low, *r.LLR, r.Test)
	}
}

// eloText formats an Elo difference. It is nil if the score is 0 or 1.
func eloText(elo *float64, score float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%+.0f", *elo)
	case score > 0:
		return "+inf"
	}
	return "-inf"
}
