package command

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/solved"
)

func addMoves(flags *pflag.FlagSet, moves *string) {
	flags.StringVarP(moves, "moves", "m", "", "play `MOVES` first, separated by spaces or commas")
}

// position returns the second argument. If it is missing, position returns "", which
// means the start position.
func position(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}

func isInput(position string) bool { return position == "-" }

// addSearch adds the flags that limit searches for unproven values.
func addSearch(flags *pflag.FlagSet, limit *solved.Limit) {
	flags.Uint64Var(&limit.Nodes, "nodes", solved.ProofNodes, "search up to `N` positions per unproven value; 0 for no limit")
	flags.DurationVar(&limit.Time, "time", 0, "search up to `TIME` per unproven value, such as 5s (default no limit)")
}

type output struct {
	formats []string // valid formats; the first is the default
	format  string
	file    string // see standard
}

// standard reports whether to write to standard output.
func (o *output) standard() bool { return o.file == "" || o.file == "-" }

func (o *output) add(cmd *cobra.Command, formats ...string) {
	o.formats = formats
	cmd.Flags().StringVarP(&o.format, "format", "f", o.formats[0], "write `FORMAT`: "+strings.Join(o.formats, ", "))
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "write to `FILE`, whose ending selects the format")
}

func (o *output) check(cmd *cobra.Command, json bool) error {
	ending := strings.TrimPrefix(filepath.Ext(o.file), ".")
	if !json && !cmd.Flags().Changed("format") && ending != "" && ending != "txt" {
		if !slices.Contains(o.formats, ending) {
			return games.BadInput("-o %s: unknown ending; add --format with one of %s", games.Echo(o.file), strings.Join(o.formats, ", "))
		}
		o.format = ending
	}
	switch last := len(o.formats) - 1; {
	case json && !cmd.Flags().Changed("format"):
		o.format = "json"
	case !slices.Contains(o.formats, o.format):
		return games.BadInput("--format %s: unknown format; use %s or %s", o.format, strings.Join(o.formats[:last], ", "), o.formats[last])
	case json && o.format != "json":
		return games.BadInput("--json cannot be used with --format %s", games.Echo(o.format))
	case !o.standard():
		return terminal.CheckFile(o.file)
	}
	return nil
}

// deliver writes the output of write to the file given by o, or to standard output.
// It writes nothing if write fails.
func (p *program) deliver(o output, write func(io.Writer) error) error {
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return err
	}
	if o.standard() {
		_, err := p.out.Write(out.Bytes())
		return err
	}
	return terminal.WriteWhole(o.file, out.Bytes())
}
