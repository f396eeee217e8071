package ground

import (
	"encoding/binary"
	"slices"

	"zermelo/games/gdl/digraph"
)

type relationKey struct {
	name  Symbol
	arity int
}

// relation returns the relation with the given name and arity, adding it if
// necessary.
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

// AtomsOf returns the atoms of a relation that can hold.
func (g *Rules) AtomsOf(name string, arity int) []Term { return g.relation(name, arity).Atoms }

// Relation is a relation with those of its atoms that can hold.
type Relation struct {
	relationKey
	number  int
	Dynamic bool      // whether it depends on the state or on the moves
	clauses []*clause // clauses with a head in this relation
	Atoms   []Term    // in order of discovery
	indexes []*index
	uses    []use // positive conditions on this relation in the current stratum
	stratum int
}

// use identifies a positive condition of a clause.
type use struct {
	clause    *clause
	condition int
}

// index maps the subterms at certain paths to the atoms that contain these subterms.
type index struct {
	name   string // encoding of shapes and keys
	shapes []shape
	keys   []path
	atoms  buckets // by the hash of the subterms at keys
}

// path is a list of argument positions that leads from an atom to a subterm.
type path []int32

// shape requires the subterm at a path to be a function with the given name and
// arity.
type shape struct {
	path
	relationKey
}

func (p path) at(t *TermTable, g Term) Term {
	for _, i := range p {
		g = t.Arguments(g)[i]
	}
	return g
}

// index returns the index of a relation with the given shapes and keys, building it
// on the first call.
func (g *grounder) index(r *Relation, shapes []shape, keys []path) *index {
	// The lengths make the encoding unique.
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

// strata groups the relations into strata: mutually recursive relations share a
// stratum, and every other relation follows the relations that its rules use.
func (g *grounder) strata() [][]*Relation {
	needs := func(v int) []int {
		var list []int
		for _, c := range g.Relations[v].clauses {
			g.Spend(1 + len(c.conditions))
			for i := range c.conditions {
				// Negated dynamic conditions do not restrict the atoms that can
				// hold.
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
