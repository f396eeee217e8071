package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// order is the order of the packages below a folder: each imports from the levels before
// its own.
type order struct {
	folder string // "" for the module, whose levels are the folders in it
	levels [][]string
}

func orders() []order {
	return []order{
		{"", [][]string{{"games"}, {"solver"}, {"tablebase"}, {"reports"}, {"cmd"}, {"docs"}}},
		{"games/gdl", [][]string{
			{"work", "digraph", "network", "symmetry/automorphism"}, {"prove/sat"},
			{"sheet"}, {"ground"}, {"machine"}, {"draw", "prove", "symmetry"}, {"pack", "unroll"}, {"batch"}, {"."},
		}},
		{"games/own", [][]string{{"protocol", "starter"}, {"process", "starlark", "wasm"}, {"."}}},
		{"solver", [][]string{
			{"machine", "parallel", "durable", "matrix", "search"},
			{"value", "runs", "checkpoint", "search/table"}, {"forecast", "job", "search/alphabeta", "search/dfpn", "search/puzzle", "search/strategy"},
			{"layered", "loops", "retro", "search/deepen", "search/length", "search/portfolio"}, {"cyclic", "shards"}, {"."},
		}},
		{"tablebase", [][]string{
			{"cache", "objectstore"}, {"store"}, {"block", "tier"}, {"."}, {"write", "verify"}, {"proof"}, {"build", "export"}, {"cluster"},
		}},
		{"reports", [][]string{
			{"words", "picture"}, {"measure"}, {"solved"}, {"model"}, {"compare"}, {"write"},
		}},
		{"cmd/zermelo", [][]string{
			{"terminal", "usage", "profile", "bench", "plan", "serve/reply", "publish/folder"}, {"counts", "serve/page", "serve/jobs"}, {"serve"}, {"lines", "play", "author", "atlas", "command/gdl", "export", "cluster", "publish", "publish/explorer"}, {"command"}, {"."},
		}},
	}
}

// level finds a package, by its path in the module: its name in the order and the number
// of its level, -1 if it has none. It is false for a package of another folder.
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

// fault says what is wrong with a file in importing a package of the module, "" if
// nothing. In the inner orders tests and packages for tests are free: they compare
// packages with each other.
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

// String shows the levels, as in "a, b <- c".
func (o *order) String() string {
	var levels []string
	for _, level := range o.levels {
		levels = append(levels, strings.Join(level, ", "))
	}
	return strings.Join(levels, " <- ")
}

// isTest reports whether a file is only for tests. Packages of helpers for tests end
// in test, as in solver/solvertest.
func isTest(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasSuffix(path.Dir(file), "test")
}
