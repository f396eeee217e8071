package export

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// The names of the columns. Payoff and exact have the number of the role behind them,
// state that of the word, where there are several.
const (
	colPosition   = "position"
	colState      = "state"
	colCells      = "cells"
	colMover      = "mover"
	colPayoff     = "payoff"
	colExact      = "exact"
	colRemoteness = "remoteness"
	colMoves      = "moves"
	colKeeping    = "keeping"
	colKeeps      = "keeps"
	colLayer      = "layer"
	colTier       = "tier"
	colWeight     = "weight"
	colSplit      = "split"
)

// Type is what a column holds.
type Type uint8

// The types of columns.
const (
	Integer Type = iota // a whole number, in Numbers
	Float               // in Floats
	Text                // in Text, up to End
	Texts               // a list of texts, in Text, up to End; Lists counts the texts
	Cells               // the cells of a board, in Cells
)

// Column is a column of the rows.
type Column struct {
	Name string
	Type Type
	// Bits of an Integer: 8, 16, 32 or 64. One of 64 bits has no sign.
	Bits int

	number int // of the role or the word
}

// Schema says what rows hold.
type Schema struct {
	Game          *games.Info
	Digest        string // of the table
	Width, Height int    // of the board, if there is a column of cells
	Columns       []Column
}

// schemaOf finds the columns of a table that are asked for.
func schemaOf[S games.State](t *tablebase.Table[S], numbers bool, o Options) (*Schema, error) {
	info := t.Game.Info()
	s := &Schema{Game: info, Digest: fmt.Sprintf("%016x", t.Solution().Digest)}
	if d := games.DrawingOf(t.Game, t.Game.Start()); len(d.Cells) > 0 {
		s.Width, s.Height = d.Width, d.Height
	}
	all := columnsOf(t, s, numbers, o)
	if o.Columns == nil {
		for _, c := range all {
			if numbers || !strings.HasPrefix(c.Name, colState) {
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
			return nil, games.BadInput("column %q: %s has %s here", name, info.Label(), strings.Join(names, ", "))
		}
		if slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Name == name }) {
			return nil, games.BadInput("column %q is asked for twice", name)
		}
		s.Columns = append(s.Columns, all[at])
	}
	if len(s.Columns) == 0 {
		return nil, games.BadInput("no columns: name one at least")
	}
	return s, nil
}

// columnsOf are all columns of a table.
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
	if t.Solution().Outcomes.Kind == value.Alternating {
		each(colPayoff, len(info.Roles), Integer, 16)
	} else {
		each(colPayoff, len(info.Roles), Float, 64)
		if !numbers {
			each(colExact, len(info.Roles), Text, 0)
		}
	}
	add(colRemoteness, Integer, 32)
	add(colMoves, Integer, 32)
	add(colKeeping, Integer, 32)
	if numbers {
		add(colKeeps, Integer, 64)
	} else {
		add(colKeeps, Texts, 0)
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

// Batch is consecutive rows, column by column.
type Batch struct {
	Rows int
	Data []Data // by column of the schema

	seen   int64    // positions looked at
	hashes []uint64 // of the rows, in a pass that finds those of a sample
	parts  [3]int64 // rows by part
}

// Data is the values of a column. The type of the column says which fields it has.
type Data struct {
	Numbers []int64
	Floats  []float64
	Cells   []int8 // Width*Height of each row
	Text    []byte
	End     []int // where each text ends
	Lists   []int // how many texts there are up to the end of each row
}

// addText appends a text.
func (d *Data) addText(text string) {
	d.Text = append(d.Text, text...)
	d.End = append(d.End, len(d.Text))
}

// text is the i-th text.
func (d *Data) text(i int) []byte {
	from := 0
	if i > 0 {
		from = d.End[i-1]
	}
	return d.Text[from:d.End[i]]
}

// list is the range of the texts of a row.
func (d *Data) list(row int) (from, to int) {
	if row > 0 {
		from = d.Lists[row-1]
	}
	return from, d.Lists[row]
}
