package command

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/reports/words"
)

// A commandGroup is a section in the list of all commands.
type commandGroup struct {
	title string
	names string // separated by spaces
}

// commandGroups lists every command of the program once.
var commandGroups = []commandGroup{
	{"Solve", "games rules plan solve sweep cluster"},
	{"Explore", "query moves line play analyze report compare serve mcp"},
	{"Write games", "new check info perft playout"},
	{"Judge players", "match score"},
	{"Manage tables", "tables verify export publish"},
	{"Other", "completion help version"},
}

// helpTopics holds the pages of "zermelo help" that do not describe a command.
var helpTopics = map[string]string{
	"exit-codes": `Every command exits with one of these codes.

  0    success
  1    failure: a game too large, a solve over budget, a full disk, ...
  2    usage: an unknown command, flag, game or option, a bad position or move
  3    no table: solve the game first
  4    bad table: corrupt, or written for other rules or by a newer version
  130  interrupted by Ctrl-C or SIGTERM before the work was done
`,
	"flags": `Every command accepts these flags.

ZERMELO_DB sets the default of --db. The limits --sheet-time and --sheet-memory apply to the compilation of a rule sheet (FILE.kif), --answer-time and --answer-memory to each answer of a script, module or program (FILE.star, FILE.wasm, exec:PROGRAM).
`,
}

func (p *program) printHelp(cmd *cobra.Command, _ []string) {
	if !cmd.HasParent() {
		p.printf("%s", p.rootHelp(cmd))
		return
	}
	cmd.InitDefaultHelpFlag() // adds [flags] to the usage line
	p.printf("%s", commandHelp(cmd))
}

// commandHelp formats the help page of a command. It omits the flags that all
// commands have.
func commandHelp(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString(wrapHelp(cmp.Or(cmd.Long, cmd.Short+".")))
	fmt.Fprintf(&b, "\nUsage:\n  %s\n", cmd.UseLine())
	if cmd.Example != "" {
		b.WriteString("\nExamples:\n")
		for line := range strings.Lines(cmd.Example) {
			b.WriteString(wrapExample(strings.TrimRight(line, "\n")))
		}
	}
	if cmd.HasAvailableSubCommands() {
		var list [][2]string
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				list = append(list, [2]string{c.Name(), c.Short})
			}
		}
		b.WriteString("\nCommands:\n" + terminal.Definitions(2, list, terminal.LineWidth))
	}
	if flags := flagsHelp(cmd.LocalFlags()); flags != "" {
		b.WriteString("\nFlags:\n" + flags)
	}
	b.WriteString("\n")
	if parent := cmd.Parent(); parent.HasParent() && parent.HasPersistentFlags() {
		fmt.Fprintf(&b, "Flags of all %[1]q commands: %[1]s --help\n", parent.CommandPath())
	}
	fmt.Fprintf(&b, "Flags of all commands, such as --json and --quiet: %s help flags\n", cmd.Root().Name())
	return b.String()
}

func (p *program) rootHelp(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(wrapHelp(root.Long))
	fmt.Fprintf(&b, "\nUsage: %s COMMAND [ARGUMENTS] [FLAGS]\n", root.Name())
	for _, group := range commandGroups {
		fmt.Fprintf(&b, "%s\n", group.title)
		for name := range strings.FieldsSeq(group.names) {
			c, _, err := root.Find([]string{name})
			if err == nil {
				fmt.Fprintf(&b, "  %-10s  %s\n", name, c.Short)
			}
		}
	}
	fmt.Fprintf(&b, "\n%s", wrapHelp(p.named(`Help: "zermelo help COMMAND", "zermelo help flags", "zermelo help exit-codes".`)))
	return b.String()
}

// flagsHelp formats the visible flags except --help.
func flagsHelp(flags *pflag.FlagSet) string {
	visible := pflag.NewFlagSet("", pflag.ContinueOnError)
	visible.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			visible.AddFlag(f)
		}
	})
	return visible.FlagUsagesWrapped(terminal.LineWidth)
}

// wrapHelp wraps the paragraphs of text, except lines that begin with a space.
func wrapHelp(text string) string {
	var b strings.Builder
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			b.WriteString(terminal.Wrap(strings.Join(paragraph, " "), "", terminal.LineWidth))
			paragraph = nil
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if line != "" && line[0] != ' ' {
			paragraph = append(paragraph, line)
			continue
		}
		flush()
		b.WriteString(line + "\n")
	}
	flush()
	return b.String()
}

// wrapExample breaks a long command line at spaces. It adds a backslash at each
// break.
func wrapExample(line string) string {
	if utf8.RuneCountInString(line) <= terminal.LineWidth {
		return line + "\n"
	}
	return "  " + strings.Join(words.Wrap(line, terminal.LineWidth-len(`      \`)), " \\\n      ") + "\n"
}

func (p *program) newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Print the help of a command or topic",
		Long:  `Print the help of a command or topic. The topics are "flags" (of all commands) and "exit-codes".`,
		Example: `  zermelo help solve
  zermelo help cluster worker
  zermelo help flags`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && helpTopics[args[0]] != "" {
				p.printf("%s", wrapHelp(helpTopics[args[0]]))
				if args[0] == "flags" {
					p.printf("\nFlags:\n%s", flagsHelp(cmd.Root().PersistentFlags()))
				}
				return nil
			}
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage.UnknownCommand(found, rest[0])
			}
			return found.Help()
		},
		ValidArgsFunction: completeCommand,
	}
}
