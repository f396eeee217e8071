package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"zermelo/reports/measure"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// addCounts adds sections with counts by ply, layer and value, or by tier if the game has tiers. It
// also adds a section with counts by remoteness.
func addCounts(d *document, r *model.Report) {
	if len(r.Tiers) > 0 {
		d.add("Values for the player to move", moverTable(r))
		d.add("States by tier", tierBlocks(r)...)
	} else {
		if !layersArePlies(r) && len(r.Plies) > 0 {
			d.add("States by ply", plyBlocks(r)...)
		}
		if r.LayerName != "" {
			d.add("States by "+r.LayerName, layerBlocks(r)...)
		}
		d.add("Values", valueBlocks(r)...)
	}
	if n := len(r.Remoteness); n > 0 && r.Remoteness[n-1].Plies > 0 {
		d.add("Plies to the end under perfect play", remotenessTable(r))
	}
}

func plyBlocks(r *model.Report) []block {
	if r.Uncounted {
		t := newTable(">ply", ">states", ">raw states")
		for _, p := range r.Plies {
			t.add(fmt.Sprint(p.Ply), words.Thousands(p.States), words.Thousands(p.RawStates))
		}
		return []block{t, paragraph("A position that can occur at several plies is counted at each of these plies. Terminal positions are not counted.")}
	}
	t := newTable(">ply", ">states", ">terminals", ">raw states", ">raw terminals")
	for _, p := range r.Plies {
		t.add(fmt.Sprint(p.Ply), words.Thousands(p.States), words.Thousands(*p.Terminals), words.Thousands(p.RawStates), words.Thousands(*p.RawTerminals))
	}
	return []block{t, paragraph("A position that can occur at several plies is counted at each of these plies.")}
}

func layerBlocks(r *model.Report) []block {
	t, note := newTable(">"+r.LayerName), ""
	for i := range r.Layers {
		t.add(fmt.Sprint(r.Layers[i].Layer))
	}
	addColumn := func(name string, cell func(*model.Layer) string) {
		t.head = append(t.head, column{name, true})
		for i := range r.Layers {
			t.Rows[i] = append(t.Rows[i], cell(&r.Layers[i]))
		}
	}
	addColumn("states", func(l *model.Layer) string { return words.Thousands(l.States) })
	if !r.Uncounted {
		addColumn("terminals", func(l *model.Layer) string { return words.Thousands(*l.Terminals) })
	}
	if layersArePlies(r) {
		addColumn("raw states", func(l *model.Layer) string { return words.Thousands(l.RawStates) })
	}
	if layersArePlies(r) && !r.Uncounted {
		addColumn("raw terminals", func(l *model.Layer) string { return words.Thousands(*l.RawTerminals) })
	}
	addColumn("moves/state", func(l *model.Layer) string {
		if l.Open() == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f", l.Branching())
	})
	if r.OnlyMoves != nil && r.OnlyMoves.Of > 0 {
		addColumn("only moves", func(l *model.Layer) string { return words.Percent(l.OnlyMoves, l.Choices) })
		note += "Only moves: share of states where exactly one of several moves keeps the value. "
	}
	if r.MoverWins != nil && r.MoverWins.Of > 0 {
		addColumn("mover wins", func(l *model.Layer) string { return words.Percent(*l.MoverWins, l.Open()) })
		note += "Mover wins: share of nonterminal states won by the player to move."
	}
	if note == "" {
		return []block{t}
	}
	return []block{t, paragraph(note)}
}

func valueBlocks(r *model.Report) []block {
	blocks := valueTables(r)
	for _, sides := range []string{"the colours", "the players"} {
		if strings.Contains(r.Symmetry, sides) && !r.Info.GeneralSum {
			blocks = append(blocks, paragraph("Each class of symmetric positions counts once, with the value of its stored position. If a symmetry exchanges "+
				sides+", other positions of the class have the opposite value."))
		}
	}
	return blocks
}

func valueTables(r *model.Report) []block {
	all := newTable(">value", ">states", ">share", "")
	values := r.Values
	if r.Info.Stochastic && len(values) > maxValueColumns {
		groups, of := groups(r)
		values = make([]model.ValueCount, len(groups))
		for _, v := range r.Values {
			group := &values[of[v.Payoff]]
			group.Words, group.States = groups[of[v.Payoff]].name, group.States+v.States
		}
	}
	for _, v := range values {
		all.add(v.Words, words.Thousands(v.States), words.Percent(v.States, *r.States), bar(v.States, *r.States, barWidth))
	}
	if r.LayerName == "" {
		return []block{all}
	}
	if len(r.Values) <= maxValueColumns {
		layers := newTable(">" + r.LayerName)
		for _, v := range r.Values {
			layers.head = append(layers.head, column{v.Words, true})
		}
		for i := range r.Layers {
			cells := []string{fmt.Sprint(i)}
			for _, v := range r.Values {
				cells = append(cells, words.Percent(statesWith(&r.Layers[i], v.Payoff), r.Layers[i].States))
			}
			layers.add(cells...)
		}
		return []block{all, layers}
	}
	layers := newTable(">"+r.LayerName, ">different", ">lowest", ">highest", ">most frequent", ">share")
	for i := range r.Layers {
		if values := r.Layers[i].Values; len(values) > 0 {
			most := slices.MaxFunc(values, func(a, b model.ValueCount) int { return cmp.Compare(a.States, b.States) })
			layers.add(fmt.Sprint(i), fmt.Sprint(len(values)), values[0].Words, values[len(values)-1].Words,
				most.Words, words.Percent(most.States, r.Layers[i].States))
		}
	}
	return []block{all, layers}
}

func remotenessTable(r *model.Report) *table {
	t := newTable(">plies", ">states", ">share", "")
	counts, step := remotenessBins(r)
	largest := slices.Max(counts)
	for i, n := range counts {
		name := fmt.Sprint(i * step)
		if step > 1 {
			name = fmt.Sprintf("%d-%d", i*step, (i+1)*step-1)
		}
		t.add(name, words.Thousands(n), words.Percent(n, *r.States), bar(n, largest, barWidth))
	}
	return t
}

func layersArePlies(r *model.Report) bool {
	return slices.EqualFunc(r.Layers, r.Plies, func(l model.Layer, p model.Ply) bool {
		return l.States == p.States && l.RawStates == p.RawStates && (r.Uncounted || *l.Terminals == *p.Terminals)
	})
}

// measureBlocks returns the measures with explanations. If the game cannot be measured, it returns the
// reason. If measures were not requested, it returns nil.
func measureBlocks(r *model.Report) []block {
	if r.NotMeasured != "" {
		return []block{paragraph("Not measured: " + r.NotMeasured + ".")}
	}
	if r.Measures == nil {
		return nil
	}
	t := newTable("", ">", "meaning")
	for _, m := range measure.Explain(r.Measures, r.Roles) {
		t.add(m.Name, m.Value, m.Explanation)
	}
	return append([]block{t}, undefinedBlocks(r.Measures.Undefined)...)
}

// undefinedBlocks lists the measures that are not defined. Measures with the same reason share a
// paragraph.
func undefinedBlocks(list []measure.Undefined) (blocks []block) {
	names := map[string][]string{}
	for _, u := range list {
		names[u.Why] = append(names[u.Why], u.Measure)
	}
	for _, u := range list {
		if all := names[u.Why]; all[0] == u.Measure {
			blocks = append(blocks, paragraph(words.Sentence(strings.Join(all, ", ")+": not measured, because "+u.Why)))
		}
	}
	return blocks
}

func moverTable(r *model.Report) *table {
	t := newTable("value", ">states", ">share", "")
	row := func(name string, states int64) {
		t.add(name, words.Thousands(states), words.Percent(states, r.Mover.States), bar(states, r.Mover.States, barWidth))
	}
	row("win", r.Mover.Wins)
	row("draw", r.Mover.Draws)
	row("loss", r.Mover.Losses)
	return t
}

func tierBlocks(r *model.Report) []block {
	t := newTable("tier", ">states", ">terminals", ">raw states", ">moves/state", ">wins", ">draws", ">losses", ">longest")
	rows := r.Tiers
	if len(rows) > 1 {
		rows = append(rows[:len(rows):len(rows)], *r.Mover)
	}
	for _, tier := range rows {
		moves, longest := "-", "-"
		if open := tier.States - tier.Terminals; open > 0 {
			moves = fmt.Sprintf("%.2f", model.Mean(tier.Moves, open))
		}
		if tier.Longest >= 0 {
			longest = fmt.Sprint(tier.Longest)
		}
		t.add(tier.Tier, words.Thousands(tier.States), words.Thousands(tier.Terminals), words.Thousands(tier.RawStates), moves,
			words.Percent(tier.Wins, tier.States), words.Percent(tier.Draws, tier.States), words.Percent(tier.Losses, tier.States), longest)
	}
	return []block{t, paragraph("Every ply leads to the same tier or to a tier above it in this list. Wins and losses are counted for the player to move; " +
		"longest is the length of the longest win or loss. Counts include positions that are not reachable from the start.")}
}

func zugzwangCounts(z *solved.Zugzwangs) []block {
	if z.Lost == 0 && z.Drawn == 0 {
		return []block{paragraph("The game has no mutual zugzwang.")}
	}
	t := newTable("", ">pairs", "")
	t.add("lost", words.Thousands(z.Lost), "either player to move loses")
	t.add("drawn", words.Thousands(z.Drawn), "one player to move draws, the other loses")
	return []block{paragraph("Positions where neither player wants to move. A position and its copy with the other player to move count as one pair."), t}
}

func zugzwangBlocks(z *solved.Zugzwangs) []block {
	blocks := zugzwangCounts(z)
	for _, e := range z.Examples {
		blocks = append(blocks, board(e.Board), paragraph("Position "+e.Position+": "+e.Value+". With the other player to move, "+e.Passed+": "+e.PassedValue+"."))
	}
	return blocks
}
