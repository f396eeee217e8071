package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"zermelo/games"
)

// output buffers what a command prints and keeps the first error of writing
// it, so that commands print without looking and a full disk still makes the
// program fail.
type output struct {
	*bufio.Writer
	terminal bool // what is printed is for people's eyes
}

func newOutput(w io.Writer) *output {
	return &output{bufio.NewWriter(w), isTerminal(w)}
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// warn tells of what is wrong but does not keep a command from its work.
func (p *program) warn(warning error) {
	fmt.Fprintf(p.err, "zermelo: warning: %s\n", errorLine(warning))
}

// printf prints to standard output, clean of what is no text; see games.Clean.
func (p *program) printf(format string, args ...any) {
	_, _ = p.out.WriteString(games.Clean(fmt.Sprintf(format, args...))) // output keeps the error
}

// printJSON prints v to standard output, indented.
func (p *program) printJSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	_, _ = p.out.Write(games.CleanJSON(b.Bytes())) // output keeps the error
	return nil
}

// lineWidth is the width of printed text, in columns.
const lineWidth = 80

// wrap breaks a paragraph into lines of at most width columns, the first with
// prefix first in front, the others indented by as many blanks. A word wider
// than a line stands alone.
func wrap(text, first string, width int) string {
	var b strings.Builder
	indent := strings.Repeat(" ", len([]rune(first)))
	b.WriteString(first)
	column, fresh := len(indent), true
	for word := range strings.FieldsSeq(text) {
		n := len([]rune(word))
		if !fresh && column+1+n > width {
			b.WriteString("\n" + indent)
			column, fresh = len(indent), true
		}
		if !fresh {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
		fresh = false
	}
	b.WriteByte('\n')
	return b.String()
}
