package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// innerOrder is a folder whose packages have an order among themselves.
type innerOrder struct {
	folder string
	// levels are the packages below the folder, "." the folder's own. A package
	// imports from the levels before its own.
	levels [][]string
}

func innerOrders() []innerOrder {
	return []innerOrder{
		{"games/gdl", [][]string{
			{"work", "digraph", "network", "prove/sat", "symmetry/automorphism"},
			{"sheet"}, {"ground"}, {"machine"}, {"draw", "prove", "symmetry"}, {"pack"}, {"batch"}, {"."},
		}},
		{"solver", [][]string{
			{"machine", "parallel", "durable", "matrix", "search"},
			{"value", "runs", "checkpoint", "search/table"}, {"job", "search/alphabeta", "search/dfpn", "search/strategy"},
			{"layered", "retro", "search/deepen"}, {"cyclic"}, {"."},
		}},
		{"tablebase", [][]string{
			{"cache", "store"}, {"block", "tier"}, {"."}, {"write", "verify"}, {"proof"}, {"build"},
		}},
		{"reports", [][]string{
			{"words", "picture"}, {"measure"}, {"book"}, {"model"}, {"compare"}, {"write"},
		}},
		{"cmd/zermelo", [][]string{
			{"terminal", "usage", "bench", "serve"}, {"play", "command/gdl"}, {"command"}, {"."},
		}},
	}
}

// innerOrderOf is the order that a package belongs to, and the name it has there; nil
// if there is none.
func innerOrderOf(pkg string) (*innerOrder, string) {
	for _, o := range innerOrders() {
		if pkg == o.folder {
			return &o, "."
		}
		if name, inside := strings.CutPrefix(pkg, o.folder+"/"); inside {
			return &o, name
		}
	}
	return nil, ""
}

// level is the number of a package's level, -1 if it has none.
func (o *innerOrder) level(name string) int {
	return slices.IndexFunc(o.levels, func(level []string) bool { return slices.Contains(level, name) })
}

// checkInner says what is wrong with a file in importing a package of the module, ""
// if nothing. Tests and packages for tests are free: they compare packages with each
// other.
func checkInner(file, imp string) string {
	home, from := innerOrderOf(path.Dir(file))
	target, to := innerOrderOf(imp)
	if home == nil || isTest(file) {
		return ""
	}
	own := home.level(from)
	switch {
	case own < 0:
		return fmt.Sprintf("%s has no level in %s: give it one in cmd/lintimports/inner.go", path.Dir(file), home.folder)
	case target == nil || target.folder != home.folder || home.level(to) < own:
		return ""
	}
	return fmt.Sprintf("%s may not import %s: %s", path.Dir(file), imp, home)
}

// String shows the levels, as in "a, b <- c".
func (o *innerOrder) String() string {
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
