package ground

import (
	"encoding/binary"
	"slices"

	"zermelo/games/gdl/digraph"
)

// relationKey names a relation: GDL tells relations apart by name and arity.
type relationKey struct {
	name  Symbol
	arity int
}

// relation is that of the given name and arity.
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

// AtomsOf are the atoms that can be in the relation of that name and arity.
func (g *Rules) AtomsOf(name string, arity int) []Term { return g.relation(name, arity).Atoms }

// Relation is a relation with the atoms that can be in it.
type Relation struct {
	relationKey
	number int
	// Dynamic says that what is in it depends on the state or on the moves.
	Dynamic bool
	on      dependence
	// clauses are those with this relation in the head.
	clauses []*clause
	// Atoms are those found so far, in the order of finding.
	Atoms   []Term
	indexes []*index
	// uses are the places where the rules that are worked on ask for it.
	uses    []use
	stratum int // its number; see strata
}

// dependence is what decides what is in a relation.
type dependence uint8

const (
	ofRules dependence = iota
	ofState            // and of the rules
	ofMoves            // and of the state
)

// use is a positive condition of a clause.
type use struct {
	clause    *clause
	condition int
}

// index finds the atoms of a relation by the terms at certain paths.
type index struct {
	name   string // spells shapes and keys
	shapes []shape
	keys   []path
	atoms  buckets // by the hash of the terms; a superset of what is sought
}

// path leads from an atom to a term inside it: argument numbers.
type path []int32

// shape is a demand: at the path is a function with that name and arity.
type shape struct {
	path
	relationKey
}

// at is the term at the end of a path, which must be there.
func (p path) at(t *TermTable, g Term) Term {
	for _, i := range p {
		g = t.Arguments(g)[i]
	}
	return g
}

// index is that of a list of shapes and keys; it is made when first asked for.
func (g *grounder) index(r *Relation, shapes []shape, keys []path) *index {
	// Each path with its length before it, so that no two lists are spelt alike.
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

// strata orders the relations so that each comes after those that its rules
// ask for; relations that ask for each other share a stratum.
func (g *grounder) strata() [][]*Relation {
	needs := func(v int) []int {
		var list []int
		for _, c := range g.Relations[v].clauses {
			g.Spend(1 + len(c.conditions))
			for i := range c.conditions {
				// What holds now or then cannot be helped by what does not; a
				// negative condition matters only where it can be decided at once.
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
