package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// order assigns the packages in a folder to levels. A package may import packages at
// lower levels.
type order struct {
	folder string // "" for the module, whose levels consist of folders
	levels [][]string
}

func orders() []order {
	return []order{
		{"", [][]string{{"games"}, {"solver"}, {"tablebase"}, {"reports"}, {"cmd"}, {"docs"}}},
		{"games/gdl", [][]string{
			{"work", "digraph", "network", "rulesymmetry/automorphism"}, {"prove/sat"},
			{"sheet"}, {"ground"}, {"statemachine"}, {"draw", "prove", "rulesymmetry"}, {"pack"}, {"batch"}, {"."},
		}},
		{"games/own", [][]string{{"protocol", "starter", "owntest"}, {"process", "starlark", "wasm"}, {"."}}},
		{"solver", [][]string{
			{"machine", "parallel", "durable", "matrix", "stochastic"}, {"value", "runs", "checkpoint"}, {"forecast", "job"},
			{"search"}, {"search/table"}, {"search/alphabeta", "search/dfpn", "search/puzzle", "search/strategy"},
			{"layered", "loops", "retro", "search/deepen", "search/length", "search/mcts", "search/portfolio"}, {"cyclic", "search/star", "shards"}, {"."},
		}},
		{"tablebase", [][]string{
			{"cache", "objectstore"}, {"store"}, {"block", "tier"}, {"."}, {"write", "verify"}, {"proof"}, {"solve", "export"}, {"cluster"},
		}},
		{"reports", [][]string{
			{"words"}, {"picture", "measure", "record"}, {"solved"}, {"model", "score"}, {"compare", "match"}, {"render"},
		}},
		{"cmd/zermelo", [][]string{
			{"terminal", "usage", "profile", "plan", "serve/reply", "publish/folder"}, {"progress", "sheets", "watchdog", "serve/page", "serve/jobs"}, {"serve", "mcp"}, {"lines"}, {"play", "author", "clustercmd", "publish", "publish/explorer"}, {"command"}, {"."},
		}},
	}
}

// level returns the name under which o lists pkg, and its level. The level is -1 if o
// does not list pkg. ok is false if pkg is not in o.folder.
func (o *order) level(pkg string) (name string, level int, ok bool) {
	switch inside, below := strings.CutPrefix(pkg, o.folder+"/"); {
	case o.folder == "":
		name, _, _ = strings.Cut(pkg, "/")
	case below:
		name = inside
	case pkg == o.folder:
		name = "."
	default:
		return "", 0, false
	}
	return name, slices.IndexFunc(o.levels, func(l []string) bool { return slices.Contains(l, name) }), true
}

// fault returns the reason why file must not import imp, or "" if the import is
// allowed. Within a folder, tests may import any package.
func (o *order) fault(file, imp string) string {
	from, own, ok := o.level(path.Dir(file))
	if !ok || o.folder != "" && isTest(file) {
		return ""
	}
	if own < 0 {
		return fmt.Sprintf("%s has no level in %s: give it one in cmd/lintimports/order.go", path.Dir(file), cmp.Or(o.folder, "the module"))
	}
	to, level, ok := o.level(imp)
	if !ok || to == from || level < own {
		return ""
	}
	return fmt.Sprintf("%s may not import %s: %s", path.Dir(file), imp, o)
}

// String formats the levels, as in "a, b <- c".
func (o *order) String() string {
	var levels []string
	for _, level := range o.levels {
		levels = append(levels, strings.Join(level, ", "))
	}
	return strings.Join(levels, " <- ")
}

// isTest reports whether a file is used only by tests. This is true of all files in
// packages whose names end in test, such as solver/solvertest.
func isTest(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasSuffix(path.Dir(file), "test")
}
