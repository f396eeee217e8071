// Package command implements the command line of zermelo, with one file per command.
// A program that adds games calls Run with a registry that includes them.
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

	"zermelo/cmd/zermelo/author"
	"zermelo/cmd/zermelo/profile"
	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/cmd/zermelo/watchdog"
	"zermelo/games"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
)

// program holds the shared state of all commands: streams, games and global flags.
type program struct {
	name     string // name of the program in messages
	in       io.Reader
	out      *terminal.Output
	err      io.Writer
	progress progress.Printer
	registry *games.Registry
	commands *regexp.Regexp // matches "zermelo" and a command; see named
	started  bool           // the command line was valid and a command has been started
	stopped  bool           // the command was interrupted and has printed its result

	db      string
	color   string // auto, always or never
	sheets  author.Limits
	profile profile.Profile

	opened []games.Variant
	infos  map[string]*games.Info // of all variants that were opened, by name

	answers protocol.Limits // limits of foreign rules, except Memory
	memory  usage.Size
	drain   func() (second <-chan struct{}) // see watchdog.Watch
}

func (p *program) warn(warning error) {
	if p.out.JSON {
		_ = terminal.WriteJSONLine(p.err, terminal.Warning{Warning: p.errorText(warning)}) // an error cannot be reported
		return
	}
	fmt.Fprintf(p.err, "%s: warning: %s\n", p.name, p.errorText(warning))
}

func (p *program) printf(format string, args ...any) {
	p.out.Printf("%s", p.named(fmt.Sprintf(format, args...)))
}

// named replaces "zermelo" in the command lines within text with the program's name.
func (p *program) named(text string) string {
	if p.name == defaultName {
		return text
	}
	return p.commands.ReplaceAllString(text, p.name+" $1")
}

const defaultName = "zermelo"

// Options configures Run.
type Options struct {
	// Name is the name of the program in help and messages. It defaults to
	// "zermelo".
	Name string
	// Registry lists the built-in games.
	Registry *games.Registry
	// Stdin, Stdout and Stderr default to the streams of the process.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Watch, if not nil, enforces limits on scripts, modules and programs.
	Watch *watchdog.Watch
}

// Main runs the command line args with the standard streams and returns the exit
// code. args does not include the program name. The command stops on SIGINT or
// SIGTERM, or if ctx is cancelled; see package watchdog.
func Main(ctx context.Context, registry *games.Registry, args ...string) int {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	o := watchdog.Options{Name: name, Foreign: mayRunForeign(args), JSON: slices.Contains(args, "--json")}
	return watchdog.Run(ctx, o, func(ctx context.Context, w *watchdog.Watch) int {
		return Run(ctx, Options{Name: name, Registry: registry, Watch: w}, args...)
	})
}

// mayRunForeign reports whether a command line may run foreign rules. This is the
// case if it names a script, module or program, or opens the games of cluster jobs or of
// all tables.
func mayRunForeign(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		_, _, outside := own.SplitSpec(cmp.Or(author.Find(arg), arg))
		return outside || arg == "worker" || arg == "jobs" || arg == "serve" || arg == "mcp"
	})
}

// Run runs the command line args and returns the exit code. args does not include the
// program name. The command stops if ctx is cancelled.
func Run(ctx context.Context, o Options, args ...string) int {
	out, stderr := terminal.NewOutput(cmp.Or[io.Writer](o.Stdout, os.Stdout)), cmp.Or[io.Writer](o.Stderr, os.Stderr)
	p := &program{
		name: cmp.Or(o.Name, defaultName), in: cmp.Or[io.Reader](o.Stdin, os.Stdin), out: out, err: stderr,
		progress: progress.Printer{W: stderr, JSON: &out.JSON},
		registry: o.Registry, infos: map[string]*games.Info{},
	}
	p.drain = func() <-chan struct{} { return nil }
	if o.Watch != nil {
		p.answers.Watch, p.drain = o.Watch, o.Watch.Drain
	}
	root := p.newRoot()
	root.SetArgs(append([]string{}, args...)) // cobra replaces nil with os.Args
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		isOption := func(name string) bool { return p.registry.HasOption(name) || slices.ContainsFunc(args, isFile) }
		return usage.FlagError(cmd, args, isOption, err)
	})
	cmd, err := root.ExecuteContextC(ctx)
	if profileErr := p.profile.Stop(); err == nil {
		err = profileErr
	}
	if failed := p.close(); failed != nil && !errors.Is(err, failed) {
		err = failed // the failure of the rules is the cause
	}
	if errors.Is(err, context.Canceled) {
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
	p.out.JSON = p.out.JSON || slices.Contains(args, "--json") // parsing may have stopped before --json
	return p.fail(ctx, err, p.exitCode(ctx, err))
}

func (p *program) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           p.name,
		Short:         "Solve small games outright",
		Long:          `Zermelo solves small games and answers questions about every position.`,
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
	root.SetHelpFunc(p.printHelp)
	root.SetHelpCommand(p.newHelp())
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.CompletionOptions.DisableDefaultCmd = true
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringVar(&p.db, "db", dataDir(), "store tables in `DIR`, or read them from s3://bucket/prefix")
	flags.BoolVar(&p.out.JSON, "json", false, "print results, notes and errors as JSON; see docs/json.md")
	flags.BoolVarP(&p.progress.Quiet, "quiet", "q", false, "print no progress and no notes; warnings and errors remain")
	flags.StringVar(&p.color, "color", "auto", "color results: `WHEN` is always, never or auto")
	p.sheets.Add(flags)
	flags.DurationVar(&p.answers.Time, "answer-time", 0, "wait up to `TIME` for an answer from a script or program (default 10s)")
	flags.Var(&p.memory, "answer-memory", "use up to `SIZE` of memory for an answer from a script or program (default 512MiB)")
	p.profile.Add(flags)
	root.AddCommand(
		p.newGames(), p.newRules(), p.newPlan(), p.newSolve(),
		p.newQuery(), p.newLine(), p.newPlay(), p.newAnalyze(), p.newReport(), p.newCompare(), p.newSweep(), p.newScore(), p.newMatch(),
		p.newExport(), p.newServe(), p.newMCP(), p.newPublish(), p.newTables(), p.newVerify(),
		p.newCluster(),
		newCompletion(), p.newVersion(),
	)
	authors := author.Env{In: p.in, Out: p.out, Resolve: p.resolve, Open: p.open, Limits: &p.sheets}
	root.AddCommand(authors.Commands()...)
	root.AddCommand(newMoved()...)
	names := []string{"help"} // added by Execute
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	p.commands = regexp.MustCompile(`\b` + defaultName + `\s(` + strings.Join(names, "|") + `)\b`)
	p.prepareHelp(root)
	p.complete(root)
	return root
}

// prepareHelp inserts the program's name in the help of c and its subcommands. It
// also makes the help list flags in order of declaration.
func (p *program) prepareHelp(c *cobra.Command) {
	c.Flags().SortFlags, c.PersistentFlags().SortFlags = false, false
	c.Long, c.Example = p.named(c.Long), p.named(c.Example)
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = p.named(f.Usage) })
	for _, sub := range c.Commands() {
		p.prepareHelp(sub)
	}
}

const firstSteps = `Zermelo solves small games outright. Try:
  zermelo games          list the games
  zermelo solve tron     find the value of every position
  zermelo query tron     show every move with its value
  zermelo play tron      play against perfect play
  zermelo help           see all commands
`

// runRoot prints firstSteps if there are no arguments. Otherwise, it returns an
// error, because the first argument is a game or an unknown command.
func (p *program) runRoot(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		p.printf("%s", firstSteps)
		return nil
	}
	if p.isGame(args[0]) {
		return games.BadInput("%q is a game, not a command; try zermelo solve %[1]q; see \"%s --help\"", args[0], cmd.CommandPath())
	}
	return usage.Group(cmd, args)
}

// newMoved returns hidden replacements for removed commands. Each fails with an error
// that names the command to run instead.
func newMoved() []*cobra.Command {
	var list []*cobra.Command
	for _, moved := range []struct{ name, instead string }{
		{"worker", "run: zermelo cluster worker"},
		{"jobs", "run: zermelo cluster jobs"},
		{"bench", "run in a clone: go run ./cmd/measure"},
		{"atlas", "run: zermelo sweep FOLDER"},
		{"gdl", "run: zermelo check, info, perft, playout or sweep"}, // must precede its subcommands
		{"gdl check", "run: zermelo check"},
		{"gdl info", "run: zermelo info"},
		{"gdl perft", "run: zermelo perft"},
		{"gdl playout", "run: zermelo playout"},
		{"gdl atlas", "run: zermelo sweep FOLDER"},
	} {
		parent, name, nested := strings.Cut(moved.name, " ")
		cmd := &cobra.Command{
			Use: cmp.Or(name, parent), Hidden: true, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return games.BadInput("%s: this command was removed; %s", moved.name, moved.instead)
			},
		}
		if nested {
			list[len(list)-1].AddCommand(cmd)
		} else {
			list = append(list, cmd)
		}
	}
	return list
}
