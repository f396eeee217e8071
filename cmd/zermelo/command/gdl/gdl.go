// Package gdl has the commands that work with rule sheets: check, info, playout and
// perft.
package gdl

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/work"
)

const gdlLong = `Work with rule sheets in the Game Description Language (GDL) of General Game
Playing. All commands that take a game take a rule sheet: write FILE.kif, or
FILE.kif:option=value.

The name of such a game is the file's with a digest of the rules, as in
ticTacToe.kif@4dde05. So sheets with the same file name are told apart, and so
are versions of a sheet. A name with a digest opens the file only if its rules
have not changed.

Sheets of GDL-II, with a role random or a relation sees, can be played out and
counted, but not solved: chance and hidden information need other methods.`

const gdlExample = `  zermelo gdl check ticTacToe.kif
  zermelo gdl playout ticTacToe.kif --seed 7
  zermelo solve ticTacToe.kif
  zermelo query ticTacToe.kif`

// env is what the commands share with the rest of the program.
type env struct {
	out    *terminal.Output
	json   *bool
	sheets *Limits
}

// New makes the command gdl. It prints to out, JSON if json says so when it runs, and
// keeps to limits, the flags that all commands have.
func New(out *terminal.Output, json *bool, limits *Limits) *cobra.Command {
	e := &env{out, json, limits}
	cmd := &cobra.Command{
		Use:     "gdl",
		Short:   "Check rule sheets, and play them at random",
		Long:    gdlLong,
		Example: gdlExample,
		Args:    cobra.ArbitraryArgs,
		RunE:    usage.Group,
	}
	cmd.AddCommand(e.newCheck(), e.newInfo(), e.newPlayout(), e.newPerft())
	return cmd
}

// command completes a command on rule sheets, whose flags of its own it has already,
// with the flags of limits and what to run.
func (e *env) command(cmd *cobra.Command, run func(ctx context.Context, args []string, limits work.Limits) error) *cobra.Command {
	var own Limits
	own.add(cmd.Flags())
	cmd.Flags().SortFlags = false
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"kif", "gdl"}, cobra.ShellCompDirectiveFilterFileExt
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		limits, err := e.sheets.With(own)
		if err != nil {
			return err
		}
		defer usage.LimitGrounding(usage.Size(limits.Bytes))()
		return run(cmd.Context(), args, limits)
	}
	return cmd
}

// load compiles a rule sheet. The error says which command plays one by its rules with variables.
func load(ctx context.Context, file, instead string, limits work.Limits) (*machine.Machine, error) {
	m, err := gdl.Load(ctx, file, limits)
	if gdl.Playable(err) {
		err = fmt.Errorf("%w; or try: zermelo %s %s", err, instead, file)
	}
	return m, err
}

// Limits are the flags that bound the work on a rule sheet.
type Limits struct {
	memory usage.Size
	time   time.Duration
}

// AddAll adds the flags that all commands have, as all that take a game take a
// rule sheet.
func (l *Limits) AddAll(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "sheet-memory", "use up to about `SIZE` of memory to compile a rule sheet (default 1GiB)")
	flags.DurationVar(&l.time, "sheet-time", 0, "take up to `TIME` to compile a rule sheet, and as long again to prove facts about it (default 1m)")
}

// add adds the same flags by the names that they have in commands which only
// work with rule sheets.
func (l *Limits) add(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "memory", "the same as --sheet-memory `SIZE`")
	flags.DurationVar(&l.time, "time", 0, "the same as --sheet-time `TIME`")
}

// Limits are the limits by the flags of all commands; see With.
func (l *Limits) Limits() (work.Limits, error) { return l.With(Limits{}) }

// With are these limits, and before them those of a command's own flags. It returns
// a games.InputError for a flag that is out of range.
func (l *Limits) With(own Limits) (work.Limits, error) {
	for _, flags := range []struct {
		prefix string
		*Limits
	}{{"--", &own}, {"--sheet-", l}} {
		if flags.time < 0 {
			return work.Limits{}, games.BadInput("%stime %v: want a time as in 30s", flags.prefix, flags.time)
		}
		if err := usage.CheckGrounding(flags.prefix+"memory", flags.memory); err != nil {
			return work.Limits{}, err
		}
	}
	return work.Limits{Bytes: int64(cmp.Or(own.memory, l.memory)), Time: cmp.Or(own.time, l.time)}, nil
}
