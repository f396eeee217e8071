package ground

import (
	"encoding/binary"
	"slices"
)

// relationKey names a relation: GDL tells relations apart by name and arity.
type relationKey struct {
	name  Symbol
	arity int
}

// Database holds the relations of a sheet.
type Database struct {
	Relations []*Relation
	byKey     map[relationKey]*Relation
	// What clauses take, for the limit of memory: the parts of the ways in which
	// the rule at hand can hold, and the patterns of all clauses.
	parts, patterns int
}

// Relation is that of the given name and arity.
func (d *Database) Relation(name Symbol, arity int) *Relation {
	key := relationKey{name, arity}
	r, ok := d.byKey[key]
	if !ok {
		r = &Relation{relationKey: key, number: len(d.Relations)}
		d.byKey[key] = r
		d.Relations = append(d.Relations, r)
	}
	return r
}

// Relation is a relation with the atoms that can be in it.
type Relation struct {
	relationKey
	number int
	// Dynamic says that what is in it depends on the state or on the moves.
	Dynamic bool
	// clauses are those with this relation in the head.
	clauses []*clause
	// Atoms are those found so far, in the order of finding.
	Atoms   []Term
	indexes []*index
	// uses are the places where the rules that are worked on ask for it.
	uses []use
	// stratum is the number of its stratum; see strata.
	stratum int
}

// use is a positive condition of a clause.
type use struct {
	clause    *clause
	condition int
}

// insert adds an atom that is not in it yet. It returns the steps that took.
func (r *Relation) insert(t *TermTable, atom Term) (steps int) {
	r.Atoms = append(r.Atoms, atom)
	for _, x := range r.indexes {
		x.insert(t, atom)
		steps += x.steps()
	}
	return steps
}

// index finds the atoms of a relation by the terms at certain paths.
type index struct {
	name   string // spells shapes and keys
	shapes []shape
	keys   []path
	atoms  map[uint64][]Term // by the hash of the terms; a superset of what is sought
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
func (g *grounder) index(r *Relation, shapes []shape, keys []path) (*index, error) {
	t := g.Terms
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
	if err := g.Spend(len(name) + len(r.indexes)); err != nil {
		return nil, err
	}
	for _, x := range r.indexes {
		if x.name == string(name) {
			return x, nil
		}
	}
	x := &index{name: string(name), shapes: slices.Clone(shapes), keys: slices.Clone(keys), atoms: map[uint64][]Term{}}
	for _, atom := range r.Atoms {
		x.insert(t, atom)
		g.entries++
		if err := g.Spend(x.steps()); err != nil {
			return nil, err
		}
	}
	r.indexes = append(r.indexes, x)
	return x, nil
}

// steps is the work of an insertion.
func (x *index) steps() int { return 8 + 4*len(x.shapes) + 4*len(x.keys) }

func (x *index) insert(t *TermTable, atom Term) {
	for _, s := range x.shapes {
		if g := s.at(t, atom); t.heads[g] != s.name || len(t.Arguments(g)) != s.arity {
			return
		}
	}
	h := uint64(0)
	for _, k := range x.keys {
		h = mix(h ^ uint64(k.at(t, atom)+1))
	}
	x.atoms[h] = append(x.atoms[h], atom)
}

// AtomsOf are the atoms that can be in the relation of that name and arity, none if
// there is no such relation.
func (g *Rules) AtomsOf(name string, arity int) []Term {
	symbol, ok := g.Terms.symbols[name]
	if !ok {
		return nil
	}
	if r := g.byKey[relationKey{symbol, arity}]; r != nil {
		return r.Atoms
	}
	return nil
}
