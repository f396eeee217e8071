package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	_ "zermelo/games/gamestest" // for the flag -large
)

var update = flag.Bool("update", false, "update the expected output in testdata/script")

// sharedSheets is a directory of rule sheets. It is optional.
const sharedSheets = "../../../shared/gdl/games"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"zermelo": main})
}

// TestScript runs the scripts in testdata/script, each with an empty directory of
// tables.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("ZERMELO_DB", env.WorkDir+"/tables")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("MCP_CLIENT", os.Getenv("MCP_CLIENT"))
			sheets, err := filepath.Abs(sharedSheets)
			env.Setenv("SHEETS", sheets)
			modules, moduleErr := filepath.Abs("../../games/own/testdata/wasm")
			env.Setenv("MODULES", modules)
			client, clientErr := filepath.Abs("../../clients/python")
			env.Setenv("PYTHON_CLIENT", client)
			return errors.Join(err, moduleErr, clientErr)
		},
		Cmds:      scriptCommands(),
		Condition: condition,
	})
}
