package author

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/own/starter"
)

func (e *Env) newNew() *cobra.Command {
	selected := map[string]*bool{}
	cmd := &cobra.Command{
		Use:        "new NAME",
		SuggestFor: []string{"init", "create"},
		Short:      "Create a small example game as a starting point",
		Long: `Write a small working game to the current folder, as a starting point for your
own: two players take turns removing sticks from a table. The ending of NAME or a
flag selects the form:

  --star  NAME.star, a script in Starlark, which looks like Python (the default)
  --py    NAME.py, a program in Python; other languages work the same way
  --go    NAME, a folder with a program in Go that is built for WebAssembly
  --kif   NAME.kif, a rule sheet in the Game Description Language

If NAME is bot, write bot.py and bot.c, players for "zermelo match".

All commands accept NAME.star, exec:./NAME.py, NAME.wasm and NAME.kif as games,
with options after a colon. See docs/own-games.md.`,
		Example: `  zermelo new sticks
  zermelo solve sticks.star
  zermelo new bot
  zermelo play exec:./sticks.py:sticks=12`,
		Args: usage.Args(1, 1, "one name", "zermelo new sticks"),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			kinds := slices.DeleteFunc(starter.Kinds(), func(kind string) bool { return !*selected[kind] })
			if ending := strings.TrimPrefix(filepath.Ext(name), "."); slices.Contains(starter.Kinds(), ending) {
				name = strings.TrimSuffix(name, "."+ending)
				if !slices.Contains(kinds, ending) {
					kinds = append(kinds, ending)
				}
			}
			if len(kinds) > 1 {
				return games.BadInput("--%s and --%s cannot be used together", kinds[0], kinds[1])
			}
			if len(kinds) == 0 && name == starter.Bot {
				kinds = []string{starter.Bot}
			}
			return e.runNew(name, append(kinds, starter.Kinds()[0])[0])
		},
	}
	for _, kind := range starter.Kinds() {
		selected[kind] = cmd.Flags().Bool(kind, false, "write "+map[string]string{
			"star": "a script in Starlark", "py": "a program in Python", "go": "a program in Go for WebAssembly", "kif": "a rule sheet",
		}[kind])
	}
	return cmd
}

type createdJSON struct {
	File string `json:"file"` // file to edit
	Game string `json:"game"` // argument that opens the game, or "" for a player
}

func (e *Env) runNew(name, kind string) error {
	file, err := starter.Write(".", name, kind)
	if err != nil {
		return err
	}
	if kind == starter.Bot {
		return e.Out.Show(createdJSON{File: file}, func() {
			e.Out.Printf("Wrote %s and %s.c. Try:\n  zermelo match tictactoe --players exec:./%s,random\n  cc -o %[2]s %[2]s.c\n  zermelo match tictactoe --players exec:./%[2]s,random\n", file, name, file)
		})
	}
	j := createdJSON{File: file, Game: file}
	var build []string
	switch kind {
	case "py":
		j.Game = "exec:./" + file
	case "go":
		j.Game = filepath.Join(name, name+".wasm")
		build = []string{"(cd " + name + " && GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o " + name + ".wasm)"}
	}
	return e.Out.Show(j, func() {
		e.Out.Printf("Wrote %s. Try:\n  %s\n", file, strings.Join(append(build,
			"zermelo solve "+j.Game, "zermelo play "+j.Game, "zermelo check "+j.Game), "\n  "))
	})
}
