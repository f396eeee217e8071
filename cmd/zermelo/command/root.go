// Package command is the command line of zermelo: a file for each command, with its
// flags, help and run function. A program with games of its own calls Run.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/atlas"
	"zermelo/cmd/zermelo/author"
	"zermelo/cmd/zermelo/cluster"
	"zermelo/cmd/zermelo/command/gdl"
	"zermelo/cmd/zermelo/export"
	"zermelo/cmd/zermelo/profile"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/own/protocol"
	"zermelo/tablebase/build"
)

// program is what all commands share: streams, games, and the flags of all commands.
type program struct {
	name     string // of the program, as people type it
	in       io.Reader
	out      *terminal.Output
	err      io.Writer
	registry *games.Registry
	commands *regexp.Regexp // "zermelo" and a command; see named
	started  bool           // the command line was well-formed and a command runs
	stopped  bool           // it was interrupted, and has said so itself

	db      string
	json    bool
	color   string // auto, always or never
	sheets  gdl.Limits
	profile profile.Profile

	specs  map[string]string // of the variants opened, by name; see specOf
	labels map[string]string // likewise, as people read them; see asOpened
	opened []games.Variant

	answers protocol.Limits // of games from outside; memory is its Memory
	memory  usage.Size
}

// warn reports a problem that does not stop the command.
func (p *program) warn(warning error) {
	if p.json {
		p.errorJSON(struct {
			Warning string `json:"warning"`
		}{p.errorText(warning)})
		return
	}
	fmt.Fprintf(p.err, "%s: warning: %s\n", p.name, p.errorText(warning))
}

// printf prints to standard output.
func (p *program) printf(format string, args ...any) {
	p.out.Printf("%s", p.named(fmt.Sprintf(format, args...)))
}

// show prints v as JSON if --json is given, else it calls text, which prints for people.
func (p *program) show(v any, text func()) error {
	if p.json {
		return p.out.PrintJSON(v)
	}
	text()
	return nil
}

// named puts the program's own name into a text that tells what to type, as in
// "zermelo solve tron".
func (p *program) named(text string) string {
	if p.name == defaultName {
		return text
	}
	return p.commands.ReplaceAllString(text, p.name+" $1")
}

// defaultName is the name of the program in all texts.
const defaultName = "zermelo"

// Options say what Run works with.
type Options struct {
	// Name is what people type to start the program, "zermelo" if it is "".
	Name string
	// Registry has the games that the commands know.
	Registry *games.Registry
	// Stdin, Stdout and Stderr are the streams of the commands; nil means those of
	// the process.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Main runs the command line args, without the program's name, on the streams of the
// process, and returns the exit code. The commands know the games of the registry, and
// call the program by the name of its file. When ctx ends, the command stops.
func Main(ctx context.Context, registry *games.Registry, args ...string) int {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	return Run(ctx, Options{Name: name, Registry: registry}, args...)
}

// Run runs the command line args, without the program's name, and returns the exit code.
// When ctx ends, the command stops.
func Run(ctx context.Context, o Options, args ...string) int {
	if o.Stdin == nil {
		o.Stdin = os.Stdin
	}
	if o.Stdout == nil {
		o.Stdout = os.Stdout
	}
	if o.Stderr == nil {
		o.Stderr = os.Stderr
	}
	p := &program{
		name: cmp.Or(o.Name, defaultName), in: o.Stdin, out: terminal.NewOutput(o.Stdout), err: o.Stderr,
		registry: o.Registry, specs: map[string]string{}, labels: map[string]string{},
	}
	root := p.newRoot()
	root.SetArgs(append([]string{}, args...)) // of nil cobra makes those of the process
	cmd, err := root.ExecuteContextC(ctx)
	if profileErr := p.profile.Stop(); err == nil {
		err = profileErr
	}
	if failed := p.close(); failed != nil && !errors.Is(err, failed) {
		err = failed // which is why, whatever else has come of it
	}
	if errors.Is(err, context.Canceled) { // by a command that has nothing to say on it
		err = fmt.Errorf("%s: interrupted", cmd.Name())
	}
	if flushErr := p.out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("write output: %w", flushErr)
	}
	if err == nil && p.stopped {
		return exitInterrupted
	}
	if err == nil {
		return exitOK
	}
	p.json = p.json || slices.Contains(args, "--json") // also before a flag that is wrong
	return p.fail(ctx, err, p.exitCode(ctx, err))
}

func (p *program) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   p.name,
		Short: "Solve small games outright",
		Long: `Zermelo solves small games outright. It computes the value of every position
that can be reached, stores the values in a table, and answers questions from
there: who wins, which moves keep the win, how long it takes, what the game is
like.

Write a game as NAME or NAME:option=value,option=value, for example
"breakthrough:size=4x5,captures=diagonal". "zermelo games" lists names, options
and values; "zermelo rules GAME" explains the rules. FILE.kif is the game of a
rule sheet in the Game Description Language; FILE.star, FILE.wasm and
exec:PROGRAM are games of your own, see "zermelo new --help".

Exit codes:
  0    done
  1    failure: a game too large, a full disk, ...
  2    usage: an unknown command, flag, game or option, a bad position or move
  3    the game has no table yet; solve it first
  4    the table is corrupt, or made by other rules or a newer program
  130  interrupted by Ctrl-C or SIGTERM before the work was done`,
		Example: `  zermelo games
  zermelo rules tron
  zermelo solve coordination:rounds=3
  zermelo query coordination:rounds=3
  zermelo report snake2p --format md -o snake2p.md`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          p.runRoot,
		Version:       buildInfo().text(p.name),
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if err := p.out.SetColor(p.color); err != nil {
				return err
			}
			p.started = true
			return p.profile.Start()
		},
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
	flags.StringVar(&p.db, "db", dataDir(), "keep the tables in `DIR`, or read those in an object store, as in s3://bucket/prefix; ZERMELO_DB sets the default")
	flags.BoolVar(&p.json, "json", false, "print JSON")
	flags.StringVar(&p.color, "color", "auto", "`WHEN` results have colours: always, never, or auto, on a terminal if NO_COLOR is not set")
	p.sheets.AddAll(flags)
	flags.DurationVar(&p.answers.Time, "answer-time", 0, "wait up to `TIME` for an answer of a game of your own (default 10s)")
	flags.Var(&p.memory, "answer-memory", "let each worker of a game of your own use up to `SIZE` of memory (default 512MiB)")
	p.profile.Add(flags)
	sheets := gdl.New(p.out, &p.json, &p.sheets)
	sheets.AddCommand(atlas.New(atlas.Env{
		Out: p.out, JSON: &p.json, Tables: p.ownTables, Limits: p.sheets.Limits, Tool: buildInfo().Version, Say: p.say,
	}))
	tasks := cluster.Env{
		Open: p.open, Warn: p.warn, Say: p.say, Program: buildInfo().program(), Tool: buildInfo().Version, Out: p.out, Show: p.show, Tables: p.tables,
		Result: func(ctx context.Context, db string, v games.Variant, r *build.Result) error {
			return p.showResult(ctx, db, v, r, solveOptions{})
		},
	}
	root.AddCommand(
		p.newGames(), p.newRules(), p.newPlan(), p.newSolve(),
		p.newQuery(), p.newLine(), p.newPlay(), p.newAnalyze(), p.newReport(), p.newCompare(), p.newSweep(),
		export.New(export.Env{Out: p.out, JSON: &p.json, Open: p.openStored, Missing: otherRules, Complete: p.completeGame, Watch: p.watchPositions}),
		p.newServe(), p.newPublish(), p.newTables(), p.newVerify(), p.newBench(), sheets,
		cluster.NewWorker(tasks), cluster.NewJobs(tasks),
		p.newVersion(),
	)
	authors := author.Env{Out: p.out, JSON: &p.json, Open: p.open, Complete: p.completeGame}
	root.AddCommand(authors.Commands()...)
	// Without this cobra's completion command shows its help for an unknown shell.
	root.InitDefaultCompletionCmd()
	names := []string{"help"} // which is added when the command line is read
	for _, c := range root.Commands() {
		names = append(names, c.Name())
		if c.Name() == "completion" {
			c.Args, c.RunE = cobra.ArbitraryArgs, usage.Group
		}
	}
	p.commands = regexp.MustCompile(`\b` + defaultName + ` (` + strings.Join(names, "|") + `)\b`)
	p.nameHelp(root)
	return root
}

// nameHelp puts the program's name into the help of a command and those below it.
func (p *program) nameHelp(c *cobra.Command) {
	c.Long, c.Example = p.named(c.Long), p.named(c.Example)
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = p.named(f.Usage) })
	for _, below := range c.Commands() {
		p.nameHelp(below)
	}
}

// firstSteps is what the program prints if it is started alone.
const firstSteps = `Zermelo solves small games outright. Try:
  zermelo games          list the games
  zermelo solve tron     find the value of every position
  zermelo query tron     show every move with its value
  zermelo play tron      play against perfect play
  zermelo help           see all commands
`

// runRoot is usage.Group with the first steps for a newcomer, and a hint for a game
// without a command.
func (p *program) runRoot(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		p.printf("%s", firstSteps)
		return nil
	}
	if p.isGame(args[0]) {
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
