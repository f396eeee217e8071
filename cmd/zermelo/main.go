// Zermelo solves small games outright and answers questions about them.
package main

import (
	"context"
	"os"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
)

func main() {
	os.Exit(command.Main(context.Background(), builtin.Registry(), os.Args[1:]...))
}
