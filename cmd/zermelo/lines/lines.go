// Package lines evaluates positions read from an input, one per line, and prints the
// results in order.
package lines

import (
	"context"
	"encoding/json"
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
	// maxLine is the maximum length of an input line, in bytes.
	maxLine = 1 << 16
	// MaxBatchRows and maxBatchBytes limit the size of a batch of input lines. The
	// larger a batch, the more of its positions share a block of the table.
	MaxBatchRows  = 1 << 16
	maxBatchBytes = 4 << 20
)

// Answerer evaluates rows and appends the formatted results to out.
type Answerer func(rows []solved.Row, out []byte) ([]byte, error)

// Answer evaluates the lines of in and prints the results to out in input order. Each
// function in answer runs in its own goroutine and receives batches of at most maxRows
// rows. If input arrives slowly, the batches are smaller. Answer returns an error if
// reading fails, if ctx is cancelled or if a row is invalid.
func Answer(ctx context.Context, in io.Reader, out *terminal.Output, maxRows int, answer []Answerer) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait() // the caller closes the tables that workers read
	defer cancel()
	free, work, done := make(chan *rowBatch, 2*len(answer)+1), make(chan *rowBatch), make(chan *rowBatch)
	for range cap(free) {
		free <- new(rowBatch)
	}
	var reading error
	go func() {
		defer close(work)
		reading = readRows(ctx, in, maxRows, free, work)
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
	waiting := map[int]*rowBatch{} // completed batches that must wait for preceding batches
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
		return fmt.Errorf("%s of %s failed; the first error is on line %d", words.Thousands(int64(bad)), words.Plural(int64(total), "line"), first)
	}
	return nil
}

// AnswerJSON is like Answer, but evaluates the lines one by one and prints each result as
// a line of JSON. The function answer sets the error of an invalid row.
func AnswerJSON(ctx context.Context, in io.Reader, out *terminal.Output, answer func(*solved.Row) (any, error)) error {
	return Answer(ctx, in, out, 1, []Answerer{func(rows []solved.Row, out []byte) ([]byte, error) {
		for i := range rows {
			result, err := answer(&rows[i])
			if err != nil {
				return out, err
			}
			text, err := json.Marshal(result)
			if err != nil {
				return out, err
			}
			out = append(append(out, games.CleanJSON(text)...), '\n')
		}
		return out, nil
	}})
}

type rowBatch struct {
	number int
	rows   []solved.Row
	bytes  int // total length of the inputs
	out    []byte
	err    error
}

// readRows reads the lines of in into batches received from free. It sends a batch to
// work as soon as a worker is idle. If ctx is cancelled, a goroutine remains until the
// next input arrives.
func readRows(ctx context.Context, in io.Reader, maxRows int, free <-chan *rowBatch, work chan<- *rowBatch) error {
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
		c.cut(b, maxRows, chunks == nil)
		to, from := work, chunks
		if len(b.rows) == 0 {
			to = nil
		}
		if len(c.text) > 0 { // the batch is full
			from = nil
		}
		if to == nil && from == nil {
			break // the remaining text is an incomplete line
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

type rowCutter struct {
	text string // input that has not been split
	rest string // beginning of a line that is not complete
	long bool   // the incomplete line is too long, and the rest of it is discarded
	line int    // number of the incomplete line, from 0
}

// cut moves complete lines to b until b is full. If end is set, the last line need
// not end with a newline.
func (c *rowCutter) cut(b *rowBatch, maxRows int, end bool) {
	for len(b.rows) < maxRows && b.bytes < maxBatchBytes {
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
