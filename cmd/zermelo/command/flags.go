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

// effort are the flags of long work.
type effort struct {
	workers int // 0: one on each core
	memory  usage.Size
	quiet   bool
}

func (e *effort) add(flags *pflag.FlagSet) {
	flags.IntVar(&e.workers, "workers", 0, "use `N` workers (default all cores)")
	flags.Var(&e.memory, "memory", "use up to about `SIZE` of memory, for the whole process, as in 512MiB or 2GiB (default half of what is free)")
	flags.BoolVarP(&e.quiet, "quiet", "q", false, "print no progress")
}

// check finds flags out of range.
func (e *effort) check() error {
	return cmp.Or(checkThreads("--workers", e.workers), usage.CheckMemory(e.memory))
}

// limitMemory sets the memory limit of the process and returns a function that lifts it.
func (e *effort) limitMemory() (lift func()) {
	return usage.LimitMemory(e.memory)
}

// maxThreads is more than the cores of any machine, and few enough for their buffers.
const maxThreads = 1024

// checkThreads finds a number of threads out of range, given by a flag.
func checkThreads(flag string, n int) error {
	if n < 0 || n > maxThreads {
		return games.BadInput("%s %d: want 1 to %d, or 0 for one on each core", flag, n, maxThreads)
	}
	return nil
}

// addMoves adds the flag for moves that are played first.
func addMoves(flags *pflag.FlagSet, moves *string) {
	flags.StringVarP(moves, "moves", "m", "", "play these moves first, with blanks or commas between; unique abbreviations will do")
}

// position is the optional second argument; "" means the start.
func position(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}

// isInput reports whether an argument says that positions come from standard input.
func isInput(position string) bool { return position == "-" }

// addSearch adds the flags that limit searches beyond a proof.
func addSearch(flags *pflag.FlagSet, limit *solved.Limit) {
	flags.Uint64Var(&limit.Nodes, "nodes", solved.ProofNodes, "search up to `N` positions for each value that a proof does not have; 0 for no limit")
	flags.DurationVar(&limit.Time, "time", 0, "search up to `TIME` for each, as in 5s (default no limit)")
}

// output are the flags for the format of a report and the file it goes to.
type output struct {
	formats []string // the values of --format, the default first
	format  string
	file    string // "" or "-": standard output
}

func (o *output) add(cmd *cobra.Command, formats ...string) {
	o.formats = formats
	cmd.Flags().StringVarP(&o.format, "format", "f", o.formats[0], "write `FORMAT`: "+strings.Join(o.formats, ", "))
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "write to `FILE` instead of printing")
	completeFlag(cmd, "format", cobra.FixedCompletions(o.formats, cobra.ShellCompDirectiveNoFileComp))
	completeFlag(cmd, "output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	})
}

// check finds mistakes in the flags before any work is done. With --json the format is
// json.
func (o *output) check(cmd *cobra.Command, json bool) error {
	switch last := len(o.formats) - 1; {
	case json && !cmd.Flags().Changed("format"):
		o.format = "json"
	case !slices.Contains(o.formats, o.format):
		return games.BadInput("unknown format %q: the formats are %s and %s", o.format, strings.Join(o.formats[:last], ", "), o.formats[last])
	case json && o.format != "json":
		return games.BadInput("--json and --format %s contradict each other: leave one out", games.Echo(o.format))
	}
	return nil
}

// deliver prints what write writes, or puts it into the file: all of it, or nothing after
// an error.
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
