package command

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/solved"
)

// effort holds the flags that long-running commands have in common.
type effort struct {
	workers int // 0: one per core
	memory  usage.Size
	quiet   bool
}

func (e *effort) add(flags *pflag.FlagSet) {
	flags.IntVar(&e.workers, "workers", 0, "use `N` workers (default all cores)")
	flags.Var(&e.memory, "memory", "use up to `SIZE` of memory, such as 2GiB (default half of the free memory)")
	flags.BoolVarP(&e.quiet, "quiet", "q", false, "do not print progress")
}

// check returns an error if a flag is out of range.
func (e *effort) check() error {
	return cmp.Or(checkThreads("--workers", e.workers), usage.CheckMemory(e.memory))
}

// limitMemory sets the memory limit of the process and returns a function that
// restores the previous limit.
func (e *effort) limitMemory() (restore func()) {
	return usage.LimitMemory(e.memory)
}

// maxThreads is the maximum number of workers. It limits the memory for their
// buffers.
const maxThreads = 1024

// checkThreads returns an error if n, the value of flag, is out of range.
func checkThreads(flag string, n int) error {
	if n < 0 || n > maxThreads {
		return games.BadInput("%s %d: must be between 1 and %d, or 0 for one per core", flag, n, maxThreads)
	}
	return nil
}

// addMoves adds the flag --moves.
func addMoves(flags *pflag.FlagSet, moves *string) {
	flags.StringVarP(moves, "moves", "m", "", "play `MOVES` first, separated by spaces or commas")
}

// position returns the second argument. It defaults to "", the start position.
func position(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}

// isInput reports whether the argument position selects standard input.
func isInput(position string) bool { return position == "-" }

// addSearch adds the flags that limit the search for a value that a proof does not
// contain.
func addSearch(flags *pflag.FlagSet, limit *solved.Limit) {
	flags.Uint64Var(&limit.Nodes, "nodes", solved.ProofNodes, "search up to `N` positions per unproven value; 0 for no limit")
	flags.DurationVar(&limit.Time, "time", 0, "search up to `TIME` per unproven value, such as 5s (default no limit)")
}

// output holds the flags --format and --output.
type output struct {
	formats []string // valid formats; the first is the default
	format  string
	file    string // "" or "-": standard output
}

func (o *output) add(cmd *cobra.Command, formats ...string) {
	o.formats = formats
	cmd.Flags().StringVarP(&o.format, "format", "f", o.formats[0], "write `FORMAT`: "+strings.Join(o.formats, ", "))
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "write to `FILE` instead of standard output")
	completeFlag(cmd, "format", cobra.FixedCompletions(o.formats, cobra.ShellCompDirectiveNoFileComp))
	completeFlag(cmd, "output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	})
}

// check returns an error if the flags are invalid. The flag --json selects the format
// json.
func (o *output) check(cmd *cobra.Command, json bool) error {
	switch last := len(o.formats) - 1; {
	case json && !cmd.Flags().Changed("format"):
		o.format = "json"
	case !slices.Contains(o.formats, o.format):
		return games.BadInput("--format %s: unknown format; use %s or %s", o.format, strings.Join(o.formats[:last], ", "), o.formats[last])
	case json && o.format != "json":
		return games.BadInput("--json cannot be used with --format %s", games.Echo(o.format))
	}
	return nil
}

// deliver writes the output of write to the file given by o, or to standard output.
// If write returns an error, deliver writes nothing.
func (p *program) deliver(o output, write func(io.Writer) error) error {
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return err
	}
	if o.file == "" || o.file == "-" {
		_, err := p.out.Write(out.Bytes())
		return err
	}
	return terminal.WriteWhole(o.file, out.Bytes())
}
