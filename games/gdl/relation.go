package gdl

import (
	"encoding/binary"
	"slices"
)

// relationKey names a relation: GDL tells relations apart by name and arity.
type relationKey struct {
	name  symbol
	arity int
}

// database holds the relations of a sheet.
type database struct {
	relations []*relation
	byKey     map[relationKey]*relation
	// What clauses take, for the limit of memory: the parts of the ways in which
	// the rule at hand can hold, and the patterns of all clauses.
	parts, patterns int
}

// relation is that of the given name and arity.
func (d *database) relation(name symbol, arity int) *relation {
	key := relationKey{name, arity}
	r, ok := d.byKey[key]
	if !ok {
		r = &relation{relationKey: key, number: len(d.relations)}
		d.byKey[key] = r
		d.relations = append(d.relations, r)
	}
	return r
}

// relation is a relation with the atoms that can be in it.
type relation struct {
	relationKey
	number int
	// dynamic says that what is in it depends on the state or on the moves.
	dynamic bool
	// clauses are those with this relation in the head.
	clauses []*clause
	// atoms are those found so far, in the order of finding.
	atoms   []groundTerm
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
func (r *relation) insert(t *termTable, atom groundTerm) (steps int) {
	r.atoms = append(r.atoms, atom)
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
	atoms  map[uint64][]groundTerm // by the hash of the terms; a superset of what is sought
}

// path leads from an atom to a term inside it: argument numbers.
type path []int32

// shape is a demand: at the path is a function with that name and arity.
type shape struct {
	path
	relationKey
}

// at is the term at the end of a path, which must be there.
func (p path) at(t *termTable, g groundTerm) groundTerm {
	for _, i := range p {
		g = t.arguments(g)[i]
	}
	return g
}

// index is that of a list of shapes and keys; it is made when first asked for.
func (g *grounder) index(r *relation, shapes []shape, keys []path) (*index, error) {
	t := g.terms
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
	if err := g.spend(len(name) + len(r.indexes)); err != nil {
		return nil, err
	}
	for _, x := range r.indexes {
		if x.name == string(name) {
			return x, nil
		}
	}
	x := &index{name: string(name), shapes: slices.Clone(shapes), keys: slices.Clone(keys), atoms: map[uint64][]groundTerm{}}
	for _, atom := range r.atoms {
		x.insert(t, atom)
		g.entries++
		if err := g.spend(x.steps()); err != nil {
			return nil, err
		}
	}
	r.indexes = append(r.indexes, x)
	return x, nil
}

// steps is the work of an insertion.
func (x *index) steps() int { return 8 + 4*len(x.shapes) + 4*len(x.keys) }

func (x *index) insert(t *termTable, atom groundTerm) {
	for _, s := range x.shapes {
		if g := s.at(t, atom); t.heads[g] != s.name || len(t.arguments(g)) != s.arity {
			return
		}
	}
	h := uint64(0)
	for _, k := range x.keys {
		h = mix(h ^ uint64(k.at(t, atom)+1))
	}
	x.atoms[h] = append(x.atoms[h], atom)
}
