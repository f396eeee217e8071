// Zermelo solves small games outright and answers questions about them.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(command.Main(ctx, builtin.Registry(), os.Args[1:]...))
}
