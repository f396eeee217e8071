// Package terminal prints for people and programs: text, columns, JSON; and reads
// lines.
package terminal

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"zermelo/games"
)

// Output buffers what a command prints and keeps the first error of writing, which
// Flush returns: commands need not check each print.
type Output struct {
	*bufio.Writer
	Terminal bool // what is printed is for people's eyes
	colored  bool
	width    int // in columns
}

// NewOutput makes an output that prints to w.
func NewOutput(w io.Writer) *Output {
	return &Output{Writer: bufio.NewWriter(w), Terminal: IsTerminal(w), width: Width(w)}
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns is the width of printed text: that of a terminal, LineWidth at most.
func (o *Output) Columns() int { return min(o.width, LineWidth) }

// PrintRow prints text after first: wrapped on a terminal, on one line for programs.
func (o *Output) PrintRow(first, text string) {
	if o.Terminal {
		o.Printf("%s", Wrap(text, first, o.width))
	} else {
		o.Printf("%s%s\n", first, text)
	}
}

// Width is the width of a terminal in columns, LineWidth for any other stream.
func Width(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			return width
		}
	}
	return LineWidth
}

// Printf prints formatted text, without control characters; see games.Clean.
func (o *Output) Printf(format string, args ...any) {
	_, _ = o.WriteString(games.Clean(fmt.Sprintf(format, args...))) // output keeps the error
}

// PrintJSON prints v, indented.
func (o *Output) PrintJSON(v any) error {
	return o.encode(v, "  ")
}

// PrintJSONLine prints v as a line.
func (o *Output) PrintJSONLine(v any) error {
	return o.encode(v, "")
}

func (o *Output) encode(v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", indent)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	_, _ = o.Write(games.CleanJSON(b.Bytes())) // output keeps the error
	return nil
}

// PrintColumns prints rows of cells; see Columns.
func (o *Output) PrintColumns(align string, rows [][]string) {
	for _, line := range Columns(align, rows) {
		o.Printf("%s\n", line)
	}
}

// Columns are the lines of rows of cells. Align has a letter for each column: l to the
// left, r to the right.
func Columns(align string, rows [][]string) []string {
	widths := make([]int, len(align))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	lines := make([]string, len(rows))
	for at, row := range rows {
		var line strings.Builder
		for i, c := range row {
			if align[i] == 'l' {
				fmt.Fprintf(&line, "%-*s  ", widths[i], c)
			} else {
				fmt.Fprintf(&line, "%*s  ", widths[i], c)
			}
		}
		lines[at] = strings.TrimRight(line.String(), " ")
	}
	return lines
}

// Lines sends the lines of r until it ends or ctx does. Reading cannot be
// interrupted, so after ctx the goroutine lives on until the next line.
func Lines(ctx context.Context, r io.Reader) <-chan string {
	c := make(chan string)
	go func() {
		defer close(c)
		for scan := bufio.NewScanner(r); scan.Scan(); {
			select {
			case c <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}
