package lines

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"zermelo/cmd/zermelo/terminal"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/solved"
)

// echoed returns the output of Answer with workers that echo the number and the
// text of each row.
func echoed(t *testing.T, in io.Reader, workers, maxRows int) (string, error) {
	t.Helper()
	var out bytes.Buffer
	answer := make([]Answerer, workers)
	for i := range answer {
		answer[i] = func(rows []solved.Row, out []byte) ([]byte, error) {
			if len(rows) > maxRows {
				return out, fmt.Errorf("%d rows in a batch, want at most %d", len(rows), maxRows)
			}
			for _, r := range rows {
				out = fmt.Appendf(out, "%d %s %v\n", r.Number, r.Input, r.Err)
			}
			return out, nil
		}
	}
	err := Answer(t.Context(), in, terminal.NewOutput(&out), maxRows, answer)
	return out.String(), err
}

// TestLinesAreAnsweredInOrder reads an input in one piece and byte by byte, with one
// worker and with several.
func TestLinesAreAnsweredInOrder(t *testing.T) {
	var text, want strings.Builder
	for i := range 2000 {
		switch i % 5 {
		case 0:
			text.WriteString("# a comment\r\n")
		case 1:
			text.WriteString("  \n")
		default:
			fmt.Fprintf(&text, " #%d x \n", i)
			fmt.Fprintf(&want, "%d #%d x <nil>\n", i+1, i)
		}
	}
	text.WriteString("last")
	want.WriteString("2001 last <nil>\n")
	for _, workers := range []int{1, 3} {
		for _, maxRows := range []int{1, 7, MaxBatchRows} {
			for name, in := range map[string]io.Reader{
				"whole": strings.NewReader(text.String()), "bytes": iotest.OneByteReader(strings.NewReader(text.String())),
			} {
				got, err := echoed(t, in, workers, maxRows)
				if err != nil || got != want.String() {
					t.Errorf("%s, %d workers, batches of %d rows: %v, %d bytes, want %d", name, workers, maxRows, err, len(got), want.Len())
				}
			}
		}
	}
}

// TestLongLineIsInvalidRow reads lines at the limit, above it and far above it.
func TestLongLineIsInvalidRow(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	got, err := echoed(t, strings.NewReader(long+"\n"+long+"y\n"+strings.Repeat(long, 20)+"\nshort\n"), 2, MaxBatchRows)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if err == nil || err.Error() != "2 of 4 lines failed; the first error is on line 2" || len(lines) != 4 || lines[3] != "4 short <nil>" {
		t.Fatalf("%v, %d lines", err, len(lines))
	}
	for _, line := range lines[1:3] {
		if len(line) > 300 || !strings.HasSuffix(line, "the line is longer than 65536 bytes") {
			t.Errorf("%.300s", line)
		}
	}
}

func TestReadErrorIsReported(t *testing.T) {
	in := io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(io.ErrClosedPipe))
	got, err := echoed(t, in, 2, MaxBatchRows)
	if got != "1 a <nil>\n2 b <nil>\n" || err == nil || !strings.Contains(err.Error(), "read standard input: ") {
		t.Errorf("%q, %v", got, err)
	}
}
