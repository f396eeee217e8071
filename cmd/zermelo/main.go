// Zermelo solves small games outright and answers questions about them.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"zermelo/cmd/zermelo/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(command.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
