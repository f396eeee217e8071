package export

import (
	"math"

	"zermelo/games"
)

func (w *worker[S]) fill(b *Batch) error {
	e := w.e
	b.Rows = len(w.states)
	b.Data = make([]Data, len(e.schema.Columns))
	all := make([]facts, 0, b.Rows)
	for i := range w.states {
		f, err := w.facts(int32(i))
		if err != nil {
			return err
		}
		all = append(all, f)
		b.parts[f.part]++
	}
	for n := range e.schema.Columns {
		c, d := &e.schema.Columns[n], &b.Data[n]
		if c.Type == Integer {
			d.Numbers = make([]int64, 0, b.Rows)
		}
		for i := range all {
			if err := w.put(d, c, int32(i), &all[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *worker[S]) put(d *Data, c *Column, i int32, f *facts) error {
	switch c.Name {
	case colPosition:
		d.addText(w.e.notation.FormatState(w.states[i]))
	case colCells:
		return w.putCells(d, i)
	case colMover:
		d.Numbers = append(d.Numbers, int64(f.mover))
	case colError:
		d.Floats = append(d.Floats, f.error)
	case colExpected:
		d.Floats = append(d.Floats, f.expected)
	case colRemoteness:
		d.Numbers = append(d.Numbers, int64(f.remoteness))
	case colMoves:
		d.Numbers = append(d.Numbers, int64(f.moves))
	case colKeeping:
		d.Numbers = append(d.Numbers, int64(f.keeping))
	case colKeeps:
		return w.putKeeps(d, c, i)
	case colName, colPlies, colPolicy:
		return w.putMoves(d, c, i)
	case colLayer:
		d.Numbers = append(d.Numbers, int64(f.layer))
	case colTier:
		if c.Type == Integer {
			d.Numbers = append(d.Numbers, int64(f.layer))
		} else {
			d.addText(w.tierName(i))
		}
	case colWeight:
		d.Numbers = append(d.Numbers, int64(f.weight))
	case colSplit:
		if c.Type == Integer {
			d.Numbers = append(d.Numbers, int64(f.part))
		} else {
			d.addText(Parts()[f.part])
		}
	default:
		if c.Type == Floats {
			return w.putMoves(d, c, i)
		}
		w.putNumbered(d, c, i, f)
	}
	return nil
}

// putMoves appends a list with an element for each move, in the order of the rules.
func (w *worker[S]) putMoves(d *Data, c *Column, i int32) error {
	from, to := w.childrenOf(i)
	if c.Name == colName && from < to {
		for _, name := range games.JointNames(w.e.notation.Moves(w.states[i])) {
			d.addText(name)
		}
	}
	for n := from; n < to && c.Type != Texts; n++ {
		m, err := w.meaning(w.below[n])
		switch {
		case err != nil:
			return err
		case c.Name == colPlies:
			d.Numbers = append(d.Numbers, int64(m.remoteness))
		case c.Name == colPolicy:
			d.Floats = append(d.Floats, w.chances[n])
		case wholePayoffs(w.e.info, w.e.kind):
			d.Floats = append(d.Floats, float64(m.whole[c.number]))
		case m.payoffs[c.number] == nil: // not solved
			d.Floats = append(d.Floats, math.NaN())
		default:
			x, _ := m.payoffs[c.number].Float64()
			d.Floats = append(d.Floats, x)
		}
	}
	d.Lists = append(d.Lists, len(d.End)+len(d.Numbers)+len(d.Floats))
	return nil
}

// putNumbered is like put, but for columns that exist once per role or once per word.
func (w *worker[S]) putNumbered(d *Data, c *Column, i int32, f *facts) {
	switch {
	case c.Bits == 64 && c.Type == Integer: // state
		d.Numbers = append(d.Numbers, int64(games.Bits(&w.states[i])[c.number]))
	case c.Type == Integer:
		d.Numbers = append(d.Numbers, f.whole[c.number])
	case f.payoffs[c.number] == nil: // not solved
		if c.Type == Float {
			d.Floats = append(d.Floats, math.NaN())
		} else {
			d.addText("")
		}
	case c.Type == Float:
		x, _ := f.payoffs[c.number].Float64()
		d.Floats = append(d.Floats, x)
	case f.error > 0:
		d.addText(f.payoffs[c.number].FloatString(15))
	default:
		d.addText(f.payoffs[c.number].RatString())
	}
}

func (w *worker[S]) tierName(i int32) string {
	t := w.e.t.Tiers
	if w.e.o.Raw {
		return t.Tiers[t.Game.Rank(nil, w.states[i:i+1])[0].Tier()].Name
	}
	return t.Tiers[w.layer].Name
}

func (w *worker[S]) putCells(d *Data, i int32) error {
	drawing := games.DrawingOf(w.e.game, w.states[i])
	if len(drawing.Cells) != w.e.schema.Width*w.e.schema.Height {
		return games.BadInput("%s: the size of the board varies; omit column %s", w.e.info.Label(), colCells)
	}
	for _, c := range drawing.Cells {
		code, err := codeOf(c)
		if err != nil {
			return err
		}
		d.Cells = append(d.Cells, code)
	}
	return nil
}

// codeOf returns 0 for an empty cell, and otherwise the ASCII code of its character.
// The code is negated for pieces of the second role.
func codeOf(c games.Cell) (int8, error) {
	switch {
	case c.Kind == games.Empty:
		return 0, nil
	case c.Glyph <= 0 || c.Glyph > 127:
		return 0, games.BadInput("cell %q is not an ASCII character; omit column %s", string(c.Glyph), colCells)
	case c.Kind == games.Piece && c.Role == 1:
		return -int8(c.Glyph), nil
	}
	return int8(c.Glyph), nil
}

// putKeeps appends the moves that keep the value, as a list of names or as a bit mask.
func (w *worker[S]) putKeeps(d *Data, c *Column, i int32) error {
	from, to := w.childrenOf(i)
	keeps := w.keeps[from:to]
	if c.Type == Integer {
		if len(keeps) > 64 {
			return games.BadInput("position %s has %d moves, but column %s can only store 64; omit this column", w.e.notation.FormatState(w.states[i]), len(keeps), colKeeps)
		}
		bits := uint64(0)
		for n, kept := range keeps {
			if kept {
				bits |= 1 << n
			}
		}
		d.Numbers = append(d.Numbers, int64(bits))
		return nil
	}
	if len(keeps) > 0 {
		names := games.JointNames(w.e.notation.Moves(w.states[i]))
		for n, kept := range keeps {
			if kept {
				d.addText(names[n])
			}
		}
	}
	d.Lists = append(d.Lists, len(d.End))
	return nil
}
