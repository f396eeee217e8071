// Package lines answers the positions of an input, one on each line, in order.
package lines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

const (
	// maxLine is the longest line of an input, in bytes.
	maxLine = 1 << 16
	// RowsAtOnce and bytesAtOnce are how much of an input is answered at once, at most. The
	// more it is, the more positions share a block of the table.
	RowsAtOnce  = 1 << 16
	bytesAtOnce = 4 << 20
)

// Answerer answers rows, and appends to out what is printed of them.
type Answerer func(rows []solved.Row, out []byte) ([]byte, error)

// Answer answers the lines of in and prints the answers to out in order. Each of answer
// serves a goroutine of its own. It gets at most so many rows at once, and fewer if the
// input comes slowly. The error says how many rows have no answer, or why the work has
// ended before.
func Answer(ctx context.Context, in io.Reader, out *terminal.Output, most int, answer []Answerer) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait() // they use what the caller closes
	defer cancel()
	free, work, done := make(chan *rowBatch, 2*len(answer)+1), make(chan *rowBatch), make(chan *rowBatch)
	for range cap(free) {
		free <- new(rowBatch)
	}
	var reading error
	go func() {
		defer close(work)
		reading = readRows(ctx, in, most, free, work)
	}()
	for _, each := range answer {
		workers.Go(func() {
			for b := range work {
				b.out, b.err = each(b.rows, b.out[:0])
				select {
				case done <- b:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	waiting := map[int]*rowBatch{} // answered before others that come first
	var total, bad, first int
	for next := 0; ; {
		var b *rowBatch
		select {
		case b = <-done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if b == nil {
			break
		}
		waiting[b.number] = b
		for b := waiting[next]; b != nil; b = waiting[next] {
			delete(waiting, next)
			next++
			_, _ = out.Write(b.out) // Flush returns the error
			if err := errors.Join(b.err, out.Flush()); err != nil {
				return err
			}
			total += len(b.rows)
			for i := range b.rows {
				if b.rows[i].Err != nil {
					if bad++; bad == 1 {
						first = b.rows[i].Number
					}
				}
			}
			free <- b
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case reading != nil:
		return fmt.Errorf("read standard input: %w", reading)
	case bad > 0:
		return fmt.Errorf("%s of %s without an answer, the first is line %d", words.Plural(int64(bad), "line"), words.Thousands(int64(total)), first)
	}
	return nil
}

// rowBatch is rows that are answered together.
type rowBatch struct {
	number int
	rows   []solved.Row
	bytes  int // of their inputs
	out    []byte
	err    error
}

// readRows sends the lines of an input to work, in batches from free: whatever there is
// when a worker has time. Reading cannot be interrupted, so after ctx a goroutine lives on
// until the next line.
func readRows(ctx context.Context, in io.Reader, most int, free <-chan *rowBatch, work chan<- *rowBatch) error {
	chunks := make(chan string)
	var failed error
	go func() {
		defer close(chunks)
		buffer := make([]byte, 1<<18)
		for {
			n, err := in.Read(buffer)
			select {
			case chunks <- string(buffer[:n]):
			case <-ctx.Done():
				return
			}
			if err != nil {
				if err != io.EOF {
					failed = err
				}
				return
			}
		}
	}()
	var c rowCutter
	number := 0
	b := <-free
	for chunks != nil || len(c.text)+len(c.rest)+len(b.rows) > 0 {
		c.cut(b, most, chunks == nil)
		to, from := work, chunks
		if len(b.rows) == 0 {
			to = nil
		}
		if len(c.text) > 0 { // more than the batch takes
			from = nil
		}
		if to == nil && from == nil {
			break // a rest without a line
		}
		select {
		case to <- b:
			select {
			case b = <-free:
			case <-ctx.Done():
				return nil
			}
			number++
			*b = rowBatch{number: number, rows: b.rows[:0], out: b.out}
		case chunk, more := <-from:
			c.text += chunk
			if !more {
				chunks = nil
			}
		case <-ctx.Done():
			return nil
		}
	}
	return failed
}

// rowCutter cuts text into rows.
type rowCutter struct {
	text string // not cut yet
	rest string // the line whose end has not come
	long bool   // that line is too long, and what comes of it is dropped
	line int    // its number, from 0
}

// cut moves whole lines to a batch that has room for them; at the end of the input also
// one without a line end.
func (c *rowCutter) cut(b *rowBatch, most int, end bool) {
	for len(b.rows) < most && b.bytes < bytesAtOnce {
		line, text, found := strings.Cut(c.text, "\n")
		c.text = text
		if len(c.rest)+len(line) > maxLine {
			c.long = true
		}
		if c.rest += line; c.long {
			c.rest = c.rest[:min(len(c.rest), maxLine)]
		}
		if !found && !(end && c.rest != "") {
			return
		}
		c.line++
		input, long := strings.TrimSpace(c.rest), c.long
		c.rest, c.long = "", false
		switch {
		case long:
			b.rows = append(b.rows, solved.Row{
				Number: c.line, Input: games.Echo(input), Err: games.BadInput("the line is longer than %d bytes", maxLine),
			})
		case input != "" && !strings.HasPrefix(input, "# ") && input != "#":
			b.rows = append(b.rows, solved.Row{Number: c.line, Input: input})
			b.bytes += len(input)
		}
	}
}
