package starlark

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"zermelo/games"
)

const maxMisspelling = 2 // maximum edit distance of a misspelt setting

// synonyms maps names to the settings or functions that they probably mean.
var synonyms = map[string]string{"players": "roles", "goal": "payoff", "goals": "payoff"}

// checkGlobals returns an error if an unused global variable or function resembles a
// setting or function of the interface. For other unused names, it returns warnings.
// Names that begin with an upper-case letter or an underscore are exempt, except for
// settings such as Total.
func checkGlobals(tree *syntax.File) (warnings []string, err error) {
	names, used := interfaceNames(), map[string]bool{}
	markUses(tree, used)
	for _, id := range globalsOf(tree) {
		name := id.Name
		lower := strings.ToLower(name)
		exempt := (lower[0] != name[0] || name[0] == '_') && !slices.Contains(names, lower)
		if used[name] || slices.Contains(names, name) || exempt {
			continue
		}
		used[name] = true // report it once
		if near := cmp.Or(synonyms[name], misspelt(lower, names)); near != "" {
			return nil, fmt.Errorf("%s: %s is unused; did you mean %s? If not, rename it to _%s", id.NamePos, name, near, name)
		}
		warnings = append(warnings, fmt.Sprintf("line %d: %s is unused; rename it to _%s if this is intended", id.NamePos.Line, name, name))
	}
	return warnings, nil
}

// interfaceNames returns the names of the settings and functions of a script.
func interfaceNames() []string {
	return append(slices.Sorted(maps.Keys(new(Script).functions())), settings[:]...)
}

// misspelt returns the candidate that name resembles most, or "".
func misspelt(name string, candidates []string) string {
	best, least := "", maxMisspelling+1
	for _, c := range candidates {
		if d := games.EditDistance(name, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// globalsOf returns the identifiers that statements at the top level of a script
// define, including statements nested in if statements and loops.
func globalsOf(tree *syntax.File) (ids []*syntax.Ident) {
	var target func(e syntax.Expr)
	target = func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Ident:
			ids = append(ids, e)
		case *syntax.ParenExpr:
			target(e.X)
		case *syntax.TupleExpr:
			for _, x := range e.List {
				target(x)
			}
		case *syntax.ListExpr:
			for _, x := range e.List {
				target(x)
			}
		}
	}
	for _, s := range tree.Stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.AssignStmt:
				if n.Op == syntax.EQ {
					target(n.LHS)
				}
			case *syntax.DefStmt:
				ids = append(ids, n.Name)
				return false
			}
			return true
		})
	}
	return ids
}

// markUses adds to used all names that the script reads. The targets of assignments
// and the names of definitions and keyword arguments do not count as read.
func markUses(root syntax.Node, used map[string]bool) {
	syntax.Walk(root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			used[n.Name] = true
		case *syntax.AssignStmt:
			if _, plain := n.LHS.(*syntax.Ident); n.Op == syntax.EQ && plain {
				markUses(n.RHS, used)
				return false
			}
		case *syntax.DefStmt:
			for _, p := range n.Params {
				markUses(p, used)
			}
			for _, s := range n.Body {
				markUses(s, used)
			}
			return false
		case *syntax.CallExpr:
			markUses(n.Fn, used)
			for _, a := range n.Args {
				if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
					a = b.Y
				}
				markUses(a, used)
			}
			return false
		}
		return true
	})
}
