package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string // imports by file, separated by spaces
		want  string            // part of the only offence; "" for none
	}{
		{"along the arrow", map[string]string{"reports/model/a.go": "zermelo/games zermelo/solver zermelo/tablebase fmt"}, ""},
		{"same folder", map[string]string{"games/tron/a.go": "zermelo/games", "games/builtin/b.go": "zermelo/games/tron"}, ""},
		{"one step back", map[string]string{"solver/a.go": "zermelo/tablebase"}, "solver/a.go: solver may not import tablebase: games <- solver"},
		{"from the first to the last", map[string]string{"games/tron/a.go": "zermelo/cmd/zermelo/command"}, "games/tron/a.go: games/tron may not import"},
		{"a test against the arrow", map[string]string{"games/a_test.go": "zermelo/solver"}, "games may not import solver"},
		{"an example in the docs", map[string]string{"docs/examples/x/a.go": "zermelo/games zermelo/cmd/zermelo/command"}, ""},
		{"the program with an example", map[string]string{"cmd/a.go": "zermelo/docs/examples/x"}, "cmd may not import docs/examples/x"},
		{"solver knows a game", map[string]string{"solver/a.go": "zermelo/games/tron"}, "may not import a particular game"},
		{"solver tests with a game", map[string]string{"solver/a_test.go": "zermelo/games/tron"}, ""},
		{"store in its files", map[string]string{"tablebase/store/badger.go": store + "/v4 " + store + "/v4/options", "tablebase/a_test.go": store + "/v4"}, ""},
		{"store in another file", map[string]string{"tablebase/store/a.go": store + "/v4"}, "tablebase/store/a.go: " + store},
		{"store elsewhere", map[string]string{"reports/a_test.go": store + "/v4"}, "may only be imported in tablebase"},
		{"new folder", map[string]string{"util/a.go": "fmt"}, "util has no level in the module"},
		{"along an inner arrow", map[string]string{"solver/cyclic/a.go": "zermelo/solver/layered zermelo/solver/value"}, ""},
		{"against an inner arrow", map[string]string{"solver/layered/a.go": "zermelo/solver/cyclic"}, "solver/layered may not import solver/cyclic: machine, parallel, "},
		{"the facade from a package below it", map[string]string{"solver/value/a.go": "zermelo/solver"}, "solver/value may not import solver:"},
		{"a neighbour of the same level", map[string]string{"solver/retro/a.go": "zermelo/solver/layered"}, "solver/retro may not import solver/layered"},
		{"packages of the tables", map[string]string{"tablebase/block/a.go": "zermelo/tablebase"}, "tablebase/block may not import tablebase"},
		{"packages of the reports", map[string]string{"reports/solved/a.go": "zermelo/reports/model"}, "reports/solved may not import reports/model"},
		{"packages of rule sheets", map[string]string{"games/gdl/sheet/a.go": "zermelo/games/gdl/ground"}, "games/gdl/sheet may not import games/gdl/ground"},
		{"packages of the program", map[string]string{"cmd/zermelo/play/a.go": "zermelo/cmd/zermelo/command"}, "cmd/zermelo/play may not import cmd/zermelo/command"},
		{"tests are free", map[string]string{"solver/value/a_test.go": "zermelo/solver", "solver/solvertest/a.go": "zermelo/solver"}, ""},
		{"a package without a level", map[string]string{"solver/new/a.go": "zermelo/solver/value"}, "solver/new has no level in solver"},
		{"a game's tests with the solver", map[string]string{"games/tron/a_test.go": "zermelo/solver/search"}, "games/tron may not import solver/search"},
		{"testdata is not read", map[string]string{"games/testdata/a.go": "zermelo/cmd"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, imports := range test.files {
				src := "package p\n"
				for imp := range strings.FieldsSeq(imports) {
					src += "import _ \"" + imp + "\"\n"
				}
				root[name] = &fstest.MapFile{Data: []byte(src)}
			}
			offences, err := check(root)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case test.want == "" && len(offences) > 0:
				t.Errorf("found %q", offences)
			case test.want != "" && (len(offences) != 1 || !strings.Contains(offences[0], test.want)):
				t.Errorf("found %q, want one with %q", offences, test.want)
			}
		})
	}
}

// TestModule checks this module.
func TestModule(t *testing.T) {
	offences, err := check(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range offences {
		t.Error(o)
	}
}
