package export

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// Names of columns. Payoff, exact and move_values are followed by the number of the role,
// and state by the number of the word if there are several.
const (
	colPosition   = "position"
	colState      = "state"
	colCells      = "cells"
	colMover      = "mover"
	colPayoff     = "payoff"
	colExact      = "exact"
	colError      = "error"
	colExpected   = "expected_plies"
	colRemoteness = "remoteness"
	colMoves      = "moves"
	colKeeping    = "keeping"
	colKeeps      = "keeps"
	colName       = "move_names"
	colValue      = "move_values"
	colPlies      = "move_remoteness"
	colPolicy     = "move_policy"
	colLayer      = "layer"
	colTier       = "tier"
	colWeight     = "weight"
	colSplit      = "split"
)

// Type is the type of a column.
type Type uint8

// Types of columns. The comments name the fields of Data that hold the values.
const (
	Integer  Type = iota // Numbers
	Float                // Floats
	Text                 // Text and End
	Integers             // Numbers and Lists
	Floats               // Floats and Lists
	Texts                // Text, End and Lists
	Cells                // Cells
)

// isList reports whether a row has any number of values.
func (t Type) isList() bool { return t == Integers || t == Floats || t == Texts }

// Column describes a column of an export.
type Column struct {
	Name string
	Type Type
	Bits int // size of an Integer or Integers: 8, 16, 32 or 64; only 64-bit integers are unsigned

	number int // number of the role or word
}

// Schema describes the rows of an export.
type Schema struct {
	Game          *games.Info
	Digest        string // digest of the table
	Width, Height int    // size of the board; 0 if there is no board
	Columns       []Column
}

func schemaOf[S games.State](t *tablebase.Table[S], numbers bool, o Options) (*Schema, error) {
	info := t.Game.Info()
	s := &Schema{Game: info, Digest: fmt.Sprintf("%016x", t.Solution().Digest)}
	if d := games.DrawingOf(t.Game, t.Game.Start()); len(d.Cells) > 0 {
		s.Width, s.Height = d.Width, d.Height
	}
	all := columnsOf(t, s, numbers, o)
	if o.Columns == nil {
		for _, c := range all {
			if numbers || !strings.HasPrefix(c.Name, colState) && (o.Policy || !strings.HasPrefix(c.Name, "move_")) {
				s.Columns = append(s.Columns, c)
			}
		}
		return s, nil
	}
	for _, name := range o.Columns {
		at := slices.IndexFunc(all, func(c Column) bool { return c.Name == name })
		if at < 0 {
			var names []string
			for _, c := range all {
				names = append(names, c.Name)
			}
			return nil, games.BadInput("unknown column %q; the columns of %s are %s", name, info.Label(), strings.Join(names, ", "))
		}
		if slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Name == name }) {
			return nil, games.BadInput("column %q is selected more than once", name)
		}
		s.Columns = append(s.Columns, all[at])
	}
	if len(s.Columns) == 0 {
		return nil, games.BadInput("no columns selected; list them with --columns")
	}
	return s, nil
}

// wholePayoffs reports whether every payoff is a whole number of points.
func wholePayoffs(info *games.Info, kind value.Kind) bool {
	return kind == value.Alternating && !info.HalfPoints
}

// columnsOf returns all columns that are available for a table.
func columnsOf[S games.State](t *tablebase.Table[S], s *Schema, numbers bool, o Options) (all []Column) {
	info := t.Game.Info()
	add := func(name string, kind Type, bits int) { all = append(all, Column{Name: name, Type: kind, Bits: bits}) }
	each := func(name string, n int, kind Type, bits int) {
		for i := range n {
			c := Column{Name: name, Type: kind, Bits: bits, number: i}
			if name != colState || n > 1 {
				c.Name = fmt.Sprintf("%s_%d", name, i)
			}
			all = append(all, c)
		}
	}
	if !numbers {
		add(colPosition, Text, 0)
	}
	each(colState, games.Words[S](), Integer, 64)
	if s.Width > 0 {
		add(colCells, Cells, 8)
	}
	add(colMover, Integer, 8)
	if wholePayoffs(info, t.Solution().Outcomes.Kind) {
		each(colPayoff, len(info.Roles), Integer, 16)
	} else {
		each(colPayoff, len(info.Roles), Float, 64)
		if !numbers {
			each(colExact, len(info.Roles), Text, 0)
		}
	}
	if info.Stochastic {
		add(colError, Float, 64)
		add(colExpected, Float, 64)
	}
	add(colRemoteness, Integer, 32)
	add(colMoves, Integer, 32)
	add(colKeeping, Integer, 32)
	if numbers {
		add(colKeeps, Integer, 64)
	} else {
		add(colKeeps, Texts, 0)
		add(colName, Texts, 0)
		each(colValue, len(info.Roles), Floats, 64)
		add(colPlies, Integers, 32)
		add(colPolicy, Floats, 64)
	}
	switch {
	case t.Tiers == nil:
		add(colLayer, Integer, 32)
	case numbers:
		add(colTier, Integer, 32)
	default:
		add(colTier, Text, 0)
	}
	if !o.Raw {
		add(colWeight, Integer, 32)
	}
	if o.Split != [3]int{} {
		if numbers {
			add(colSplit, Integer, 8)
		} else {
			add(colSplit, Text, 0)
		}
	}
	return all
}

// Batch contains consecutive rows in columnar form.
type Batch struct {
	Rows int
	Data []Data // one for each column of the schema

	layer     int      // layer or tier of the rows
	positions int64    // number of positions read
	hashes    []uint64 // hashes of the rows, while sampling
	parts     [3]int64 // number of rows in each part
}

// Data contains the values of a column. The column's type determines which fields are
// set.
type Data struct {
	Numbers []int64
	Floats  []float64
	Cells   []int8 // Width*Height cells per row
	Text    []byte // concatenated strings
	End     []int  // end of each string in Text
	Lists   []int  // total number of values up to the end of each row
}

func (d *Data) addText(text string) {
	d.Text = append(d.Text, text...)
	d.End = append(d.End, len(d.Text))
}

func (d *Data) text(i int) []byte {
	from := 0
	if i > 0 {
		from = d.End[i-1]
	}
	return d.Text[from:d.End[i]]
}

// list returns the range [from, to) of the values in the given row.
func (d *Data) list(row int) (from, to int) {
	if row > 0 {
		from = d.Lists[row-1]
	}
	return from, d.Lists[row]
}
