package terminal

import (
	"bufio"
	"context"
	"io"
)

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
