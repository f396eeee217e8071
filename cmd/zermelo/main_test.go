package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	_ "zermelo/games/gamestest" // for the flag -large
)

var update = flag.Bool("update", false, "write the expected output in testdata/script anew")

// sharedSheets are the rule sheets that tests share, if they are there.
const sharedSheets = "../../../shared/gdl/games"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"zermelo": main})
}

// TestScript runs the program as in testdata/script/*.txtar, each with its own
// empty directory for tables.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ZERMELO_DB", env.WorkDir+"/tables")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			sheets, err := filepath.Abs(sharedSheets)
			env.Setenv("SHEETS", sheets)
			return err
		},
		Cmds:      scriptCommands(),
		Condition: condition,
	})
}
