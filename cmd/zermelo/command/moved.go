package command

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/games"
)

// newMoved returns hidden commands in place of removed ones. Each returns an error
// with the command to run instead.
func newMoved() []*cobra.Command {
	var list []*cobra.Command
	for _, moved := range []struct{ name, instead string }{
		{"worker", "run: zermelo cluster worker"},
		{"jobs", "run: zermelo cluster jobs"},
		{"bench", "run in a clone: go run ./cmd/measure"},
		{"atlas", "run: zermelo sweep FOLDER"},
		{"gdl", "run: zermelo check, info, perft, playout or sweep"}, // must precede its subcommands
		{"gdl check", "run: zermelo check"},
		{"gdl info", "run: zermelo info"},
		{"gdl perft", "run: zermelo perft"},
		{"gdl playout", "run: zermelo playout"},
		{"gdl atlas", "run: zermelo sweep FOLDER"},
	} {
		parent, name, nested := strings.Cut(moved.name, " ")
		cmd := &cobra.Command{
			Use: cmp.Or(name, parent), Hidden: true, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return games.BadInput("%s: this command was removed; %s", moved.name, moved.instead)
			},
		}
		if nested {
			list[len(list)-1].AddCommand(cmd)
		} else {
			list = append(list, cmd)
		}
	}
	return list
}
