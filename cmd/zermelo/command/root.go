// Package command is the command line of zermelo: a file for each command, with its
// flags, help and run function. A program with games of its own calls Main.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/command/gdl"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
)

// program is what all commands share: streams, games, and the flags of all commands.
type program struct {
	in       io.Reader
	out      *terminal.Output
	err      io.Writer
	registry *games.Registry
	started  bool // the command line was well-formed and a command runs

	db     string
	json   bool
	sheets gdl.Limits

	specs map[string]string // of the variants opened, by name; see specOf
}

// warn reports a problem that does not stop the command.
func (p *program) warn(warning error) {
	fmt.Fprintf(p.err, "zermelo: warning: %s\n", p.errorText(warning))
}

// printf prints to standard output.
func (p *program) printf(format string, args ...any) { p.out.Printf(format, args...) }

// printJSON prints v to standard output, indented.
func (p *program) printJSON(v any) error { return p.out.PrintJSON(v) }

// Options say what Run works with.
type Options struct {
	// Registry has the games that the commands know.
	Registry *games.Registry
	// Stdin, Stdout and Stderr are the streams of the commands; nil means those of
	// the process.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Main runs the command line args, without the program's name, on the streams of the
// process, and returns the exit code. The commands know the games of the registry.
// When ctx ends, the command stops.
func Main(ctx context.Context, registry *games.Registry, args ...string) int {
	return Run(ctx, Options{Registry: registry}, args...)
}

// Run is Main with streams of the caller's choice.
func Run(ctx context.Context, o Options, args ...string) int {
	p := &program{in: o.Stdin, err: o.Stderr, registry: o.Registry, specs: map[string]string{}}
	if p.in == nil {
		p.in = os.Stdin
	}
	if p.err == nil {
		p.err = os.Stderr
	}
	if p.out = terminal.NewOutput(o.Stdout); o.Stdout == nil {
		p.out = terminal.NewOutput(os.Stdout)
	}
	root := p.newRoot()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if errors.Is(err, context.Canceled) { // by a command that has nothing to say on it
		err = fmt.Errorf("%s: interrupted", cmd.Name())
	}
	if flushErr := p.out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("write output: %w", flushErr)
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(p.err, "zermelo: %s\n", p.errorText(err))
	return p.exitCode(ctx, err)
}

const rootLong = `Zermelo solves small games outright. It computes the value of every position
that can be reached, stores the values in a table, and answers questions from
there: who wins, which moves keep the win, how long it takes, what the game is
like.

Write a game as NAME or NAME:option=value,option=value, for example
"breakthrough:size=4x5,captures=diagonal". "zermelo games" lists names, options
and values; "zermelo rules GAME" explains the rules. FILE.kif is the game of a
rule sheet in the Game Description Language.

Exit codes:
  0    done
  1    failure: a game too large, a full disk, ...
  2    usage: an unknown command, flag, game or option, a bad position or move
  3    the game has no table yet; solve it first
  4    the table is corrupt, or made by other rules or a newer program
  130  interrupted by Ctrl-C or SIGTERM before the work was done`

const rootExample = `  zermelo games
  zermelo rules tron
  zermelo solve coordination:rounds=3
  zermelo query coordination:rounds=3
  zermelo report snake2p --format md -o snake2p.md`

func (p *program) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:              "zermelo",
		Short:            "Solve small games outright",
		Long:             rootLong,
		Example:          rootExample,
		Args:             cobra.ArbitraryArgs,
		SilenceErrors:    true,
		SilenceUsage:     true,
		RunE:             p.runRoot,
		Version:          buildInfo().String(),
		PersistentPreRun: func(*cobra.Command, []string) { p.started = true },
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(usage.FlagError)
	root.SetHelpCommand(newHelp())
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringVar(&p.db, "db", dataDir(), "keep the tables in `DIR`; ZERMELO_DB sets the default")
	flags.BoolVar(&p.json, "json", false, "print JSON")
	p.sheets.AddAll(flags)
	root.AddCommand(
		p.newGames(), p.newRules(), p.newPlan(), p.newSolve(),
		p.newQuery(), p.newLine(), p.newPlay(), p.newAnalyze(), p.newReport(), p.newCompare(), p.newSweep(),
		p.newServe(), p.newTables(), p.newVerify(), p.newBench(), gdl.New(p.out, &p.json, &p.sheets),
		p.newVersion(),
	)
	// Without this cobra's completion command shows its help for an unknown shell.
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = cobra.ArbitraryArgs, usage.Group
		}
	}
	return root
}

// runRoot is usage.Group with a hint for a game without a command.
func (p *program) runRoot(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && p.isGame(args[0]) {
		return games.BadInput("%q is a game: say what to do with it, as in zermelo solve %[1]q; see \"%s --help\"", args[0], cmd.CommandPath())
	}
	return usage.Group(cmd, args)
}

// newHelp is cobra's help command with an error for unknown topics.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Long:  "Show what a command does, its flags and examples.",
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage.UnknownCommand(cmd.Root(), args[0])
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range cmd.Root().Commands() {
				if c.IsAvailableCommand() && len(args) == 0 {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
