package render

import (
	"fmt"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// Titles of sections to which MarkdownWithPictures adds pictures.
const (
	answerTitle = "Answer"
	rulesTitle  = "Rules in full"
)

func layOut(r *model.Report) *document {
	d := &document{title: fmt.Sprintf("%s (%s)", r.Title, r.Variation)}
	d.add("Rules", paragraph(r.Goal))
	d.add(answerTitle, answerBlocks(r)...)
	if !r.Start.Terminal {
		d.add(r.MovesTitle(), foldedMoves(r.Info, r.Start)...)
		if !r.Info.Stochastic {
			d.add(r.LineTitle(), paragraph(lineText(r)))
		}
	}
	d.add(rulesTitle, ruleBlocks(r)...)
	if r.Searched() {
		d.add("How it was solved", solvedTable(r), paragraph(r.FoundBySearch()+" "+r.SolveCommand()))
		return d
	}
	d.add("The game in numbers", factBlocks(r)...)
	if r.Explained != nil {
		d.add("Measures", measureBlocks(r)...)
	}
	addCounts(d, r)
	if r.Longest != nil {
		d.add("Longest forced win", exampleBlocks(r, r.Longest)...)
	}
	if r.Zugzwangs != nil {
		d.add("Mutual zugzwangs", zugzwangBlocks(r.Zugzwangs)...)
	}
	if r.Critical != nil {
		blocks := exampleBlocks(r, r.Critical)
		intro := fmt.Sprintf("The position with the most moves (%d) where only one keeps the value.", len(r.Critical.Moves))
		blocks = append([]block{paragraph(intro)}, blocks...)
		d.add("A critical position", append(blocks, foldedMoves(r.Info, r.Critical)...)...)
	}
	d.add("How it was solved", solvedTable(r))
	return d
}

func answerBlocks(r *model.Report) []block {
	blocks := []block{paragraph(words.Sentence(r.Start.Value.Words)), paragraph(summary(r)), boardOf(r.Start), paragraph("Position " + r.Start.Text)}
	return append(blocks, generalBlocks(r.Info, r.Start)...)
}

func lineText(r *model.Report) string {
	var text strings.Builder
	for i, m := range r.Line.Moves {
		fmt.Fprintf(&text, "%d. %s ", i+1, m)
	}
	if !r.Start.Proven() && r.Info.GeneralSum {
		return "None: the start is not solved."
	}
	if r.Line.Cut {
		text.WriteString("...")
	}
	if n := r.Line.Repeats; n != nil {
		text.WriteString("The line repeats from " + afterMoves(*n) + ".")
	}
	if !r.Start.Proven() {
		text.WriteString("(Not proven.)")
	}
	return strings.TrimSpace(text.String())
}

func afterMoves(n int) string {
	if n == 0 {
		return "its first position"
	}
	return fmt.Sprintf("the position after move %d", n)
}

func ruleBlocks(r *model.Report) []block {
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

func factBlocks(r *model.Report) []block {
	t := newTable("", ">", "")
	without := ""
	if text := words.WithoutFluents(r.Uninfluential); text != "" {
		without = ", " + text
	}
	if r.Uncounted {
		t.add("states", words.Thousands(*r.States), "up to symmetry, excluding terminal states"+without)
		t.add("terminals", "not counted", "to count them, solve with --count-terminals")
	} else {
		t.add("states", words.Thousands(*r.States), "up to symmetry, including terminal states"+without)
		t.add("terminals", words.Thousands(*r.Terminals), words.Percent(*r.Terminals, *r.States)+" of the states")
	}
	if r.Unsolved > 0 {
		t.add("not solved", words.Thousands(r.Unsolved), unsolvedWhy(r.Info))
	}
	if r.RawStates != nil {
		t.add("raw states", words.Thousands(*r.RawStates), "including symmetric positions"+without)
	}
	if r.RawTerminals != nil && *r.RawTerminals > 0 {
		t.add("raw terminals", words.Thousands(*r.RawTerminals), words.Percent(*r.RawTerminals, *r.RawStates)+" of the raw states")
	}
	t.add("branching", fmt.Sprintf("%.2f", *r.Branching), "mean number of moves per nonterminal state")
	if r.OnlyMoves != nil && r.OnlyMoves.Of > 0 {
		t.add("only moves", words.Thousands(r.OnlyMoves.Count), fmt.Sprintf("in %s of the %s with a choice, a single move keeps the value",
			words.Percent(r.OnlyMoves.Count, r.OnlyMoves.Of), words.Plural(r.OnlyMoves.Of, "state")))
	}
	if w := r.MoverWins; w != nil && w.Of > 0 {
		t.add("mover wins", words.Thousands(w.Count), fmt.Sprintf("%s of the %s that are not terminal",
			words.Percent(w.Count, w.Of), words.Plural(w.Of, "state")))
	}
	if r.Symmetry == "" {
		return []block{t}
	}
	return []block{t, paragraph("Symmetry: " + r.Symmetry + ". Counts are of classes of symmetric positions, unless they are called raw.")}
}

func exampleBlocks(r *model.Report, p *solved.Position) []block {
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

func solvedTable(r *model.Report) *table {
	t := newTable("", "")
	if r.Searched() && !r.Proved() {
		t.add("method", r.Solved.Method)
		t.add("on disk", words.Bytes(r.Solved.Disk))
		return t
	}
	t.add("digest", r.Digest)
	t.add("method", r.Solved.Method)
	if r.Proved() {
		t.add("searched", words.Plural(int64(r.Solved.Nodes), "position"))
		t.add("proof", "a move for each of "+words.Plural(r.Solved.Positions, "position"))
	} else {
		t.add("workers", fmt.Sprint(r.Solved.Workers))
	}
	if r.WidestBounds != nil {
		t.add("values", words.Precision(*r.WidestBounds))
	}
	t.add("time", duration(r.Solved.Seconds))
	if r.Solved.CPUSeconds > 0 {
		t.add("processor time", duration(r.Solved.CPUSeconds))
	}
	t.add("peak memory", words.Bytes(r.Solved.PeakMemory))
	disk := words.Bytes(r.Solved.Disk)
	if r.States != nil {
		disk += fmt.Sprintf(", %.2f bytes per state", float64(r.Solved.Disk)/float64(*r.States))
	}
	t.add("on disk", disk)
	t.add("check it with", r.Solved.Verify)
	return t
}

func duration(seconds float64) string {
	return words.Seconds(time.Duration(seconds * float64(time.Second)))
}

func unsolvedWhy(info *games.Info) string {
	if info.LayerName == "" {
		return "positions can repeat from there on, and not all equilibria agree"
	}
	return "more than two players move simultaneously from there on, without a pure equilibrium"
}
