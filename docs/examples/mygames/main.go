// Mygames is zermelo with an additional game.
package main

import (
	"context"
	"os"

	"zermelo/cmd/zermelo/command"
	"zermelo/docs/examples/kayles"
	"zermelo/games/builtin"
)

func main() {
	registry := builtin.Registry()
	registry.Entries = append(registry.Entries, kayles.Entry())
	os.Exit(command.Main(context.Background(), registry, os.Args[1:]...))
}
