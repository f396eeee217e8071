package ground

import (
	"encoding/binary"
	"slices"

	"zermelo/games/gdl/digraph"
)

// relationKey identifies a relation by name and arity.
type relationKey struct {
	name  Symbol
	arity int
}

// relation returns the relation with the given name and arity, and adds it if
// it is new.
func (g *Rules) relation(name string, arity int) *Relation {
	key := relationKey{g.Terms.Symbol(name), arity}
	r, ok := g.byKey[key]
	if !ok {
		r = &Relation{relationKey: key, number: len(g.Relations)}
		g.byKey[key] = r
		g.Relations = append(g.Relations, r)
	}
	return r
}

// AtomsOf returns the atoms that can be in a relation.
func (g *Rules) AtomsOf(name string, arity int) []Term { return g.relation(name, arity).Atoms }

// Relation is a relation with the atoms that can be in it.
type Relation struct {
	relationKey
	number int
	// Dynamic reports whether its contents depend on the state or on the moves.
	Dynamic bool
	// clauses are the clauses with this relation in the head.
	clauses []*clause
	// Atoms are the atoms found so far, in order of discovery.
	Atoms   []Term
	indexes []*index
	// uses are its occurrences in rules of the current stratum.
	uses    []use
	stratum int // its number; see strata
}

// use is a positive condition of a clause.
type use struct {
	clause    *clause
	condition int
}

// index finds the atoms of a relation by the subterms at certain paths.
type index struct {
	name   string // spells shapes and keys
	shapes []shape
	keys   []path
	atoms  buckets // by the hash of the subterms, with collisions
}

// path is a list of argument numbers that leads from an atom to a subterm.
type path []int32

// shape requires a function with a name and an arity at a path.
type shape struct {
	path
	relationKey
}

// at returns the subterm at the end of a path, which must exist.
func (p path) at(t *TermTable, g Term) Term {
	for _, i := range p {
		g = t.Arguments(g)[i]
	}
	return g
}

// index returns the index for a list of shapes and keys, and makes it on first
// use.
func (g *grounder) index(r *Relation, shapes []shape, keys []path) *index {
	// Each path is preceded by its length, so that the encoding is unique.
	name := binary.AppendUvarint(nil, uint64(len(shapes)))
	spell := func(p path) {
		name = binary.AppendUvarint(name, uint64(len(p)))
		for _, i := range p {
			name = binary.AppendUvarint(name, uint64(i))
		}
	}
	for _, s := range shapes {
		spell(s.path)
		name = binary.AppendUvarint(binary.AppendUvarint(name, uint64(s.name)), uint64(s.arity))
	}
	for _, k := range keys {
		spell(k)
	}
	g.Spend(len(name) + len(r.indexes))
	for _, x := range r.indexes {
		if x.name == string(name) {
			return x
		}
	}
	x := &index{name: string(name), shapes: slices.Clone(shapes), keys: slices.Clone(keys)}
	for _, atom := range r.Atoms {
		g.insert(x, atom)
	}
	r.indexes = append(r.indexes, x)
	return x
}

// insert adds an atom to an index.
func (g *grounder) insert(x *index, atom Term) {
	g.entries++
	g.Spend(8 + 4*len(x.shapes) + 4*len(x.keys))
	t := g.Terms
	for _, s := range x.shapes {
		if g := s.at(t, atom); t.heads[g] != s.name || len(t.Arguments(g)) != s.arity {
			return
		}
	}
	h := uint64(0)
	for _, k := range x.keys {
		h = mix(h ^ uint64(k.at(t, atom)+1))
	}
	x.atoms.add(h, atom)
}

// strata orders the relations so that each follows those that its rules use;
// mutually recursive relations share a stratum.
func (g *grounder) strata() [][]*Relation {
	needs := func(v int) []int {
		var list []int
		for _, c := range g.Relations[v].clauses {
			g.Spend(1 + len(c.conditions))
			for i := range c.conditions {
				// Dynamic negative conditions do not restrict the atoms that
				// can hold.
				if cond := &c.conditions[i]; !cond.negative || !cond.relation.Dynamic {
					list = append(list, cond.relation.number)
				}
			}
		}
		return list
	}
	var list [][]*Relation
	for _, component := range digraph.Components(len(g.Relations), needs) {
		var stratum []*Relation
		slices.Sort(component)
		for _, v := range component {
			g.Relations[v].stratum = len(list)
			stratum = append(stratum, g.Relations[v])
		}
		list = append(list, stratum)
	}
	return list
}
