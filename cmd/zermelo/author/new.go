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
	chosen := map[string]*bool{}
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Write a small game of your own to start from",
		Long: `Write a small working game into the current folder, to change into your own:
sticks on a table, of which players take some in turn.

  --star  NAME.star, a script in Starlark, which looks like Python (the default)
  --py    NAME.py, a program in Python; other languages work in the same way
  --go    NAME, a folder with a program in Go that is built for WebAssembly
  --kif   NAME.kif, a rule sheet in the Game Description Language

Commands that take a game take NAME.star, exec:./NAME.py, NAME.wasm and
NAME.kif, with options behind a colon. docs/own-games.md explains more.`,
		Example: `  zermelo new sticks
  zermelo solve sticks.star
  zermelo new sticks --py
  zermelo play exec:./sticks.py:sticks=12`,
		Args: usage.Args(1, 1, "the name of the game", "zermelo new sticks"),
		RunE: func(_ *cobra.Command, args []string) error {
			kinds := slices.DeleteFunc(starter.Kinds(), func(kind string) bool { return !*chosen[kind] })
			if len(kinds) > 1 {
				return games.BadInput("--%s and --%s: want one of them", kinds[0], kinds[1])
			}
			return e.runNew(args[0], append(kinds, starter.Kinds()[0])[0])
		},
	}
	cmd.Flags().SortFlags = false
	for _, kind := range starter.Kinds() {
		chosen[kind] = cmd.Flags().Bool(kind, false, "write "+map[string]string{
			"star": "a script in Starlark", "py": "a program in Python", "go": "a program in Go for WebAssembly", "kif": "a rule sheet",
		}[kind])
	}
	return cmd
}

// createdJSON is the JSON form of what new has written.
type createdJSON struct {
	File string `json:"file"` // to edit
	Game string `json:"game"` // as it is typed
}

func (e *Env) runNew(name, kind string) error {
	file, err := starter.Write(".", name, kind)
	if err != nil {
		return err
	}
	j := createdJSON{File: file, Game: file}
	var first []string
	switch kind {
	case "py":
		j.Game = "exec:./" + file
	case "go":
		j.Game = filepath.Join(name, name+".wasm")
		first = []string{"cd " + name + " && GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o " + name + ".wasm"}
	}
	return e.show(j, func() {
		e.Out.Printf("Wrote %s. Try:\n  %s\n", file, strings.Join(append(first,
			"zermelo solve "+j.Game, "zermelo play "+j.Game, "zermelo check "+j.Game), "\n  "))
	})
}
