// Package terminal prints text, columns and JSON, and reads lines.
package terminal

import (
	"bufio"
	"bytes"
	"cmp"
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

// Output buffers the output of a command. It records the first write error, which
// Flush returns, so that commands do not have to check every write.
type Output struct {
	*bufio.Writer
	Terminal bool // the output is a terminal
	JSON     bool // the flag --json is set
	colored  bool
	width    int // width of the terminal, in columns
}

// NewOutput returns an Output that writes to w.
func NewOutput(w io.Writer) *Output {
	return &Output{Writer: bufio.NewWriter(w), Terminal: IsTerminal(w), width: Width(w)}
}

// IsTerminal reports whether stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns the width of the terminal in columns, limited to LineWidth.
func (o *Output) Columns() int { return min(o.width, LineWidth) }

// PrintRow prints first followed by text. On a terminal, the text is wrapped.
func (o *Output) PrintRow(first, text string) {
	if o.Terminal {
		o.Printf("%s", Wrap(text, first, o.width))
	} else {
		o.Printf("%s%s\n", first, text)
	}
}

// Width returns the width of stream in columns. If stream is not a terminal, Width
// returns LineWidth.
func Width(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			return width
		}
	}
	return LineWidth
}

// Printf formats and prints text. It replaces control characters; see games.Clean.
func (o *Output) Printf(format string, args ...any) {
	_, _ = o.WriteString(games.Clean(fmt.Sprintf(format, args...))) // Flush returns the error
}

// Show prints v as indented JSON if o.JSON is set, and otherwise calls text.
func (o *Output) Show(v any, text func()) error {
	if o.JSON {
		return o.PrintJSON(v)
	}
	text()
	return nil
}

// PrintJSON prints v as indented JSON.
func (o *Output) PrintJSON(v any) error {
	return o.encode(v, "  ")
}

// PrintJSONLine prints v as one line of JSON.
func (o *Output) PrintJSONLine(v any) error {
	return o.encode(v, "")
}

// WriteJSONLine writes v to w as one line of JSON.
func WriteJSONLine(w io.Writer, v any) error {
	out := NewOutput(w)
	return cmp.Or(out.PrintJSONLine(v), out.Flush())
}

func (o *Output) encode(v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", indent)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	_, _ = o.Write(games.CleanJSON(b.Bytes())) // Flush returns the error
	return nil
}

// PrintColumns prints rows of cells; see Columns.
func (o *Output) PrintColumns(align string, rows [][]string) {
	for _, line := range Columns(align, rows) {
		o.Printf("%s\n", line)
	}
}

// Columns formats rows of cells as lines with aligned columns. The argument align has
// one letter per column: l for left-aligned, r for right-aligned.
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

// Lines returns a channel that delivers the lines of r and is closed at EOF or when
// ctx is cancelled. The goroutine that reads r does not exit before the next line
// arrives.
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
