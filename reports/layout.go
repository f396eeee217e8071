package reports

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	// barWidth is the length of the longest bar, in characters.
	barWidth = 30
	// maxBars is how many rows a histogram has at most; more are put together.
	maxBars = 40
	// maxValueColumns is how many values get a column each.
	maxValueColumns = 6
)

// Sections that other writers look for.
const (
	answerTitle = "Answer"
	movesTitle  = "First moves, best first"
	lineTitle   = "A line of perfect play"
	rulesTitle  = "Rules in force"
)

// layOut puts a report into sections.
func layOut(r *Report) *document {
	d := &document{title: fmt.Sprintf("%s (%s)", r.Title, r.Game)}
	d.add(answerTitle, answerBlocks(r)...)
	if !r.Start.Terminal {
		d.add(movesTitle, moveBlocks(r.info, r.Start)...)
		d.add(lineTitle, paragraph(lineText(r)))
	}
	d.add(rulesTitle, ruleBlocks(r)...)
	if r.Solved.Nodes > 0 {
		d.add("How it was solved", solvedTable(r), paragraph("The value of the start was found by search and is proven by a strategy. "+
			"How many states there are, and what they are worth, takes a table of all of them: zermelo solve "+r.info.Spec()))
		return d
	}
	d.add("The game in numbers", factBlocks(r)...)
	addMeasures(d, r)
	if len(r.Tiers) > 0 {
		d.add("Values for the player to move", moverBlocks(r)...)
		d.add("States by tier", tierBlocks(r)...)
	} else {
		addLayers(d, r)
	}
	if n := len(r.Remoteness); n > 0 && r.Remoteness[n-1].Plies > 0 {
		d.add("Plies to the end under perfect play", remotenessTable(r))
	}
	if r.Longest != nil {
		d.add("Longest forced win", exampleBlocks(r, r.Longest)...)
	}
	if r.Zugzwangs != nil {
		d.add("Mutual zugzwangs", zugzwangBlocks(r.Zugzwangs)...)
	}
	if r.Critical != nil {
		blocks := exampleBlocks(r, r.Critical)
		intro := fmt.Sprintf("The position with the most moves, %d, of which only one keeps the value.", len(r.Critical.Moves))
		blocks = append([]block{paragraph(intro)}, blocks...)
		d.add("A critical position", append(blocks, moveBlocks(r.info, r.Critical)...)...)
	}
	d.add("How it was solved", solvedTable(r))
	return d
}

// addLayers adds what is counted by layer. A game without layers has them all
// in one.
func addLayers(d *document, r *Report) {
	if !r.layersArePlies() && len(r.Plies) > 0 {
		d.add("States by ply", plyBlocks(r)...)
	}
	if r.LayerName != "" {
		d.add("States by "+r.LayerName, layerBlocks(r)...)
	}
	d.add("Values", valueBlocks(r)...)
}

func answerBlocks(r *Report) []block {
	blocks := []block{paragraph(sentence(r.Start.Value.Words)), boardOf(r.Start), paragraph("Position " + r.Start.Text)}
	return append(blocks, generalBlocks(r.info, r.Start)...)
}

func lineText(r *Report) string {
	var text strings.Builder
	for i, m := range r.Line.Moves {
		fmt.Fprintf(&text, "%d. %s ", i+1, m)
	}
	if r.Line.Cut {
		text.WriteString("...")
	}
	if n := r.Line.Repeats; n != nil {
		text.WriteString("And so on: this is the position " + afterMoves(*n) + ".")
	}
	if !proven(r.Start.Outcome) {
		text.WriteString("(Not proven: it begins with the moves that seem best.)")
	}
	return strings.TrimSpace(text.String())
}

// afterMoves says when a position of a line was there.
func afterMoves(n int) string {
	if n == 0 {
		return "that the line began with"
	}
	return fmt.Sprintf("after move %d", n)
}

func ruleBlocks(r *Report) []block {
	var blocks []block
	for _, text := range r.Rules {
		blocks = append(blocks, paragraph(text))
	}
	if len(r.Options) == 0 {
		return blocks
	}
	t := newTable("option", "value", "default", "what it changes")
	for _, o := range r.Options {
		t.add(o.Name, o.Value, o.Default, o.Help)
	}
	return append(blocks, t)
}

func factBlocks(r *Report) []block {
	t := newTable("", ">", "")
	t.add("states", Thousands(r.States), "up to symmetry, terminal ones included")
	t.add("terminals", Thousands(r.Terminals), percent(r.Terminals, r.States)+" of the states")
	if r.RawStates > 0 {
		t.add("raw states", Thousands(r.RawStates), "symmetric ones counted each")
	}
	if r.RawTerminals > 0 {
		t.add("raw terminals", Thousands(r.RawTerminals), percent(r.RawTerminals, r.RawStates)+" of the raw states")
	}
	t.add("branching", fmt.Sprintf("%.2f", r.Branching), "moves of a state that is not terminal, on average")
	if r.OnlyMoves.Of > 0 {
		t.add("only moves", Thousands(r.OnlyMoves.Count), fmt.Sprintf("%s of the %s with a choice for one player have a single value-keeping move",
			percent(r.OnlyMoves.Count, r.OnlyMoves.Of), Plural(r.OnlyMoves.Of, "state")))
	}
	if w := r.MoverWins; w != nil && w.Of > 0 {
		t.add("mover wins", Thousands(w.Count), fmt.Sprintf("%s of the %s where the game is not over",
			percent(w.Count, w.Of), Plural(w.Of, "state")))
	}
	if r.Symmetry == "" {
		return []block{t}
	}
	return []block{t, paragraph("Symmetry: " + r.Symmetry + ". Counts are of one state for each class of positions " +
		"that are the same up to symmetry, unless they are called raw.")}
}

// layersArePlies reports whether counts by layer are counts by ply.
func (r *Report) layersArePlies() bool {
	return slices.EqualFunc(r.Layers, r.Plies, func(l Layer, p Ply) bool {
		return l.States == p.States && l.Terminals == p.Terminals && l.RawStates == p.RawStates
	})
}

func plyBlocks(r *Report) []block {
	t := newTable(">ply", ">states", ">terminals", ">raw states", ">raw terminals")
	for _, p := range r.Plies {
		t.add(fmt.Sprint(p.Ply), Thousands(p.States), Thousands(p.Terminals), Thousands(p.RawStates), Thousands(p.RawTerminals))
	}
	return []block{t, paragraph("A position that can be met after different numbers of plies counts at each of them.")}
}

func layerBlocks(r *Report) []block {
	names, raw := []string{">" + r.LayerName, ">states", ">terminals"}, r.layersArePlies()
	if raw {
		names = append(names, ">raw states", ">raw terminals")
	}
	names = append(names, ">moves/state")
	if r.OnlyMoves.Of > 0 {
		names = append(names, ">only moves")
	}
	wins := r.MoverWins != nil && r.MoverWins.Of > 0
	if wins {
		names = append(names, ">mover wins")
	}
	t := newTable(names...)
	for i := range r.Layers {
		l := &r.Layers[i]
		cells := []string{
			fmt.Sprint(l.Layer), Thousands(l.States), Thousands(l.Terminals),
		}
		if raw {
			cells = append(cells, Thousands(l.RawStates), Thousands(l.RawTerminals))
		}
		if l.States == l.Terminals {
			cells = append(cells, "-")
		} else {
			cells = append(cells, fmt.Sprintf("%.2f", l.Branching()))
		}
		if r.OnlyMoves.Of > 0 {
			cells = append(cells, percent(l.OnlyMoves, l.Choices))
		}
		if wins {
			cells = append(cells, percent(l.MoverWins, l.States-l.Terminals))
		}
		t.add(cells...)
	}
	note := ""
	if r.OnlyMoves.Of > 0 {
		note += "Only moves: the states with a single value-keeping move, of those where one player has a choice. "
	}
	if wins {
		note += "Mover wins: the states where the player to move wins, of those where the game is not over."
	}
	if note == "" {
		return []block{t}
	}
	return []block{t, paragraph(note)}
}

// valueBlocks are the distribution over all layers, with bars, and by layer.
func valueBlocks(r *Report) []block {
	blocks := valueTables(r)
	if strings.Contains(r.Symmetry, "colours") && !r.info.GeneralSum {
		blocks = append(blocks, paragraph("Of each class of positions the stored one counts: where a symmetry exchanges "+
			"the colours, other positions of the class have the opposite value."))
	}
	return blocks
}

func valueTables(r *Report) []block {
	all := newTable(">value", ">states", ">share", "")
	for _, v := range r.Values {
		all.add(v.Words, Thousands(v.States), percent(v.States, r.States), bar(v.States, r.States, barWidth))
	}
	var layers *table
	if r.LayerName == "" {
		return []block{all}
	}
	if len(r.Values) <= maxValueColumns {
		names := []string{">" + r.LayerName}
		for _, v := range r.Values {
			names = append(names, ">"+v.Words)
		}
		layers = newTable(names...)
		for i := range r.Layers {
			cells := []string{fmt.Sprint(i)}
			for _, v := range r.Values {
				cells = append(cells, percent(statesWith(&r.Layers[i], v.Payoff), r.Layers[i].States))
			}
			layers.add(cells...)
		}
		return []block{all, layers}
	}
	layers = newTable(">"+r.LayerName, ">different", ">lowest", ">highest", ">most frequent", ">share")
	for i := range r.Layers {
		if values := r.Layers[i].Values; len(values) > 0 {
			most := values[0]
			for _, v := range values {
				if v.States > most.States {
					most = v
				}
			}
			layers.add(fmt.Sprint(i), fmt.Sprint(len(values)), values[0].Words, values[len(values)-1].Words,
				most.Words, percent(most.States, r.Layers[i].States))
		}
	}
	return []block{all, layers}
}

func remotenessTable(r *Report) *table {
	t := newTable(">plies", ">states", ">share", "")
	counts, step := remotenessBins(r)
	largest := slices.Max(counts)
	for i, n := range counts {
		name := fmt.Sprint(i * step)
		if step > 1 {
			name = fmt.Sprintf("%d-%d", i*step, (i+1)*step-1)
		}
		t.add(name, Thousands(n), percent(n, r.States), bar(n, largest, barWidth))
	}
	return t
}

// remotenessBins counts the states by plies to the end, a step of plies
// together so that there are maxBars counts at most.
func remotenessBins(r *Report) (counts []int64, step int) {
	most := r.Remoteness[len(r.Remoteness)-1].Plies
	step = most/maxBars + 1
	counts = make([]int64, most/step+1)
	for _, c := range r.Remoteness {
		counts[c.Plies/step] += c.States
	}
	return counts, step
}

func exampleBlocks(r *Report, p *Position) []block {
	var where []string
	if r.LayerName != "" {
		where = append(where, fmt.Sprintf("%s %d", r.LayerName, p.Layer))
	}
	if p.Mover >= 0 {
		where = append(where, r.Roles[p.Mover]+" to move")
	}
	words := strings.Join(where, ", ")
	if words != "" {
		words = strings.ToUpper(words[:1]) + words[1:]
	}
	return []block{paragraph(words + ": " + p.Value.Words + "."), boardOf(p), paragraph("Position " + p.Text)}
}

func solvedTable(r *Report) *table {
	t := newTable("", "")
	t.add("digest", r.Digest)
	t.add("method", r.Solved.Method)
	if r.Solved.Nodes > 0 {
		t.add("searched", Plural(int64(r.Solved.Nodes), "position"))
		t.add("proof", "a move for each of "+Plural(r.Solved.Positions, "position"))
	} else {
		t.add("workers", fmt.Sprint(r.Solved.Workers))
	}
	t.add("time", Seconds(time.Duration(r.Solved.Seconds*float64(time.Second))))
	if r.Solved.CPUSeconds > 0 {
		t.add("processor time", Seconds(time.Duration(r.Solved.CPUSeconds*float64(time.Second))))
	}
	t.add("peak memory", Bytes(r.Solved.PeakMemory))
	disk := Bytes(r.Solved.Disk)
	if r.States > 0 {
		disk += fmt.Sprintf(", %.2f bytes a state", float64(r.Solved.Disk)/float64(r.States))
	}
	t.add("on disk", disk)
	t.add("check it with", r.Solved.Verify)
	return t
}

// sentence writes words as a sentence.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}
