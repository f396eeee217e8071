package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	_ "zermelo/games/gamestest" // for the flag -large
)

var update = flag.Bool("update", false, "write the expected output in testdata/script anew")

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
			return nil
		},
		Cmds:      scriptCommands(),
		Condition: condition,
	})
}
