package render

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports/compare"
	"zermelo/reports/picture"
	"zermelo/reports/score"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// ScoreFormats returns the formats of Score, starting with the default.
func ScoreFormats() []string { return []string{"text", "md", "html", "json", "csv"} }

// Limits of a score as text or page. JSON and CSV have all games and moves.
const (
	maxScoredGames  = 20 // rows in the list of games
	maxWorst        = 10 // rows in the list of worst moves
	maxScoredCharts = 6  // charts of games
)

// Score writes the score of recorded games of b.
func Score(w io.Writer, b solved.Game, r *score.Result, format string) error {
	switch format {
	case "json":
		return writeJSON(w, r)
	case "csv":
		return scoreCSV(w, r)
	case "md":
		return writeMarkdown(w, layOutScore(b, r))
	case "html":
		d := layOutScore(b, r)
		if err := addPictures(d, b, r); err != nil {
			return err
		}
		return writeTables(w, &compare.Comparison{}, d)
	}
	return writeText(w, layOutScore(b, r))
}

func layOutScore(b solved.Game, r *score.Result) *document {
	d := &document{title: fmt.Sprintf("Score of %s of %s", words.Plural(int64(r.Count), "game"), b.Info().Label())}
	players := newTable("player", ">games", ">moves", ">kept", ">95 % interval", ">of choices", ">lost", ">per game", ">not known")
	phases := newTable(append([]string{"player"}, score.Phases[:]...)...)
	blunders := newTable("player", ">win to draw", ">win to loss", ">draw to loss", ">plies lost")
	unknown := 0
	for _, p := range r.Players {
		interval := "-"
		if p.Judged > 0 {
			interval = fmt.Sprintf("%.1f - %.1f %%", 100*p.Low, 100*p.High)
		}
		players.add(p.Player, words.Thousands(int64(p.Games)), words.Thousands(int64(p.Judged)), words.Percent(int64(p.Kept), int64(p.Judged)), interval,
			words.Percent(int64(p.ChoicesKept), int64(p.Choices)), points(p.Lost), points(p.Lost/float64(p.Games)), words.Thousands(int64(p.Unknown)))
		row := []string{p.Player}
		for _, t := range p.Phases {
			row = append(row, part(t.Kept, t.Judged))
		}
		phases.add(row...)
		blunders.add(p.Player, fmt.Sprint(p.WinDraw), fmt.Sprint(p.WinLoss), fmt.Sprint(p.DrawLoss), fmt.Sprint(p.PliesLost))
		unknown += p.Unknown
	}
	note := fmt.Sprintf("Kept is the share of the moves that keep the value. Of choices is the same share where some moves keep it and others do not. Lost is the expected payoff given away, in %s.", words.Units(b.Info()))
	if unknown > 0 {
		note += fmt.Sprintf(" %s without a known value are not counted.", words.Plural(int64(unknown), "move"))
	}
	if r.Stopped {
		note += " The command was interrupted; the other games are not judged."
	}
	d.add("Players", players, paragraph(note))
	d.add("Kept by phase", phases, paragraph("The phases are the thirds of each game, by plies."))
	if b.Solution().Outcomes.Kind == value.Alternating && len(r.Roles) == 2 {
		d.add("Mistakes", blunders, paragraph("Plies lost are those by which moves delay a win or hasten a loss."))
	}
	d.add("Games", scoredGames(r)...)
	if t := worstMoves(r); len(t.Rows) > 0 {
		d.add("Worst moves", t)
	}
	return d
}

func points(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return words.Thousands(int64(x))
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
}

func part(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%s (%d of %d)", words.Percent(int64(n), int64(of)), n, of)
}

func scoredGames(r *score.Result) []block {
	names := []string{">", "file", ">plies"}
	for _, role := range r.Roles {
		names = append(names, role, ">kept", ">lost")
	}
	t := newTable(names...)
	for i, g := range r.Games[:min(len(r.Games), maxScoredGames)] {
		row := []string{fmt.Sprint(i + 1), fmt.Sprintf("%s:%d", g.File, g.Line), fmt.Sprint(len(g.Plies))}
		for role := range r.Roles {
			tally := &g.Tallies[role]
			row = append(row, g.Players[role], fmt.Sprintf("%d/%d", tally.Kept, tally.Judged), points(tally.Lost))
		}
		t.add(row...)
	}
	blocks := []block{t}
	if more := len(r.Games) - maxScoredGames; more > 0 {
		blocks = append(blocks, paragraph(words.Plural(int64(more), "more game")+"; --format csv lists the moves of all games."))
	}
	return blocks
}

func worstMoves(r *score.Result) *table {
	t := newTable(">game", ">ply", "player", "move", ">lost", "before", "after", "better")
	for _, m := range r.Worst(maxWorst) {
		t.add(fmt.Sprint(m.Number), fmt.Sprint(m.Ply), m.Players[m.Role], m.Move.Move, points(m.Lost), m.Before, m.After, strings.Join(m.Better, " "))
	}
	return t
}

// scoreCSV writes a header and one row per move.
func scoreCSV(w io.Writer, r *score.Result) error {
	out := csv.NewWriter(w)
	head := []string{"file", "line", "ply", "role", "player", "move", "keeps", "payoff_lost", "plies_lost", "blunder", "choice", "before", "after", "better"}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, g := range r.Games {
		for _, m := range g.Moves {
			keeps := m.Keeps.String()
			if m.Keeps == solved.KeptUnknown {
				keeps = ""
			}
			err := out.Write([]string{
				g.File, strconv.Itoa(g.Line), strconv.Itoa(m.Ply), r.Roles[m.Role], g.Players[m.Role], m.Move, keeps,
				strconv.FormatFloat(m.Lost, 'g', -1, 64), strconv.Itoa(m.PliesLost), m.Blunder, strconv.FormatBool(m.Choice), m.Before, m.After, strings.Join(m.Better, " "),
			})
			if err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// Annotated writes the games as lines of moves with a comment after each move, in the format that a
// record.Reader reads.
func Annotated(w io.Writer, r *score.Result) error {
	out := bufio.NewWriter(w)
	plain := strings.NewReplacer("{", "(", "}", ")", `"`, "'", "\n", " ")
	for _, g := range r.Games {
		for role, name := range g.Players {
			if name != r.Roles[role] {
				fmt.Fprintf(out, "[%s \"%s\"] ", r.Roles[role], plain.Replace(name))
			}
		}
		if g.Start != "" {
			fmt.Fprintf(out, "[start \"%s\"] ", g.Start)
		}
		moves := g.Moves
		for i, ply := range g.Plies {
			if i > 0 {
				out.WriteByte(' ')
			}
			var notes []string
			for ; len(moves) > 0 && moves[0].Ply == i+1; moves = moves[1:] {
				notes = append(notes, annotation(r, &moves[0], ply))
			}
			fmt.Fprintf(out, "%d. %s {%s}", i+1, ply, plain.Replace(strings.Join(notes, "; ")))
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

func annotation(r *score.Result, m *score.Move, ply string) string {
	text := m.After
	switch m.Keeps {
	case solved.KeptUnknown:
		text = "not judged: " + m.After
	case solved.KeptNo:
		text = fmt.Sprintf("mistake, loses %s: %s, before %s", points(m.Lost), m.After, m.Before)
	}
	if m.PliesLost > 0 {
		text += fmt.Sprintf(", %s lost", words.Plural(int64(m.PliesLost), "ply"))
	}
	if len(m.Better) > 0 {
		text += ", better " + strings.Join(m.Better, " ")
	}
	if m.Move != ply {
		text = r.Roles[m.Role] + " " + text
	}
	return text
}

// addPictures adds the positions before the worst moves, in which the move and better moves are marked,
// and charts of the games with the greatest losses.
func addPictures(d *document, b solved.Game, r *score.Result) error {
	boards, values := &figures{Class: "strip"}, &figures{Class: "charts"}
	for _, m := range r.Worst(maxWorst) {
		c, err := turningPoint(b, &m)
		if err != nil {
			return err
		}
		boards.List = append(boards.List, c)
	}
	if len(boards.List) > 0 {
		d.add("Turning points", paragraph("The positions before the worst moves. ? marks the move, ! better moves."), boards)
	}
	order := make([]int, len(r.Games))
	sums := make([]float64, len(order))
	for i, g := range r.Games {
		order[i] = i
		for _, t := range g.Tallies {
			sums[i] += t.Lost
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(sums[y], sums[x]) })
	for _, i := range order[:min(len(order), maxScoredCharts)] {
		title := fmt.Sprintf("Game %d: %s", i+1, strings.Join(r.Games[i].Players, " against "))
		values.List = append(values.List, chart{picture: valueOverTime(b.Info(), r.Games[i], title)})
	}
	d.add("Value over time", paragraph("The payoff of perfect play after each ply, in the games with the greatest losses."), values)
	return nil
}

// turningPoint draws the position before a mistake.
func turningPoint(b solved.Game, m *score.Mistake) (c chart, err error) {
	at, err := b.After(m.Start, m.Plies[:m.Ply-1])
	if err != nil {
		return c, err
	}
	d, err := b.Draw(at)
	if err != nil {
		return c, err
	}
	var marks []picture.Move
	for i, name := range append([]string{m.Move.Move}, m.Better...) {
		after, err := b.After(at, []string{name})
		if err != nil { // a joint move
			break
		}
		mark := picture.Move{Name: name, Paint: "low", Text: "?", Title: name + ": " + m.After}
		if i > 0 {
			mark.Paint, mark.Text, mark.Title = "high", "!", name+": better"
		}
		if mark.After, err = b.Draw(after); err != nil {
			return c, err
		}
		marks = append(marks, mark)
	}
	c.Caption = fmt.Sprintf("Game %d, ply %d: %s plays %s and loses %s. Before: %s. After: %s.", m.Number, m.Ply, m.Players[m.Role], m.Move.Move, points(m.Lost), m.Before, m.After)
	if len(marks) > 0 {
		c.picture = picture.Moves(b.Info(), d, "Position "+at, m.Role, marks)
	}
	if c.picture == nil {
		c.picture = picture.Board(b.Info(), d, "Position "+at, picture.BoardStyle{Labels: true, Beside: true})
	}
	return c, nil
}

// valueOverTime draws the payoffs of perfect play after each ply: of role 0 in a game with a constant
// sum, and of every role otherwise.
func valueOverTime(info *games.Info, g *score.Game, title string) *picture.Picture {
	roles := len(info.Roles)
	if !info.GeneralSum {
		roles = 1
	}
	payoffs := make([][]float64, len(g.Plies)+1)
	payoffs[0] = g.Payoffs
	for _, m := range g.Moves {
		payoffs[m.Ply] = m.Payoffs
	}
	low, high := math.Inf(1), math.Inf(-1)
	if len(info.Payoffs) > 0 && !info.GeneralSum {
		low, high = info.Points(info.Payoffs[0]), info.Points(info.Payoffs[len(info.Payoffs)-1])
	}
	xs, ys := make([]float64, len(payoffs)), make([][]float64, roles)
	for ply, list := range payoffs {
		xs[ply] = float64(ply)
		for role := range roles {
			y := math.NaN()
			if len(list) > 0 {
				y = list[role]
				low, high = min(low, y), max(high, y)
			}
			ys[role] = append(ys[role], y)
		}
	}
	if low > high {
		low, high = 0, 1
	} else if low == high {
		high++
	}
	what := "value for " + info.Roles[0]
	if roles > 1 {
		what = "value"
	}
	c := picture.NewChart(title, "ply", what+", in "+words.Units(info), picture.Axis{First: 0, Last: float64(max(1, len(g.Plies)))}, picture.Axis{First: low, Last: high}, points)
	var names []string
	var paints []picture.Paint
	for role := range roles {
		paint := picture.Paint("accent")
		if roles > 1 {
			paint = picture.RolePaint(info, role)
		}
		c.Line(xs, ys[role], paint)
		names, paints = append(names, info.Roles[role]), append(paints, paint)
	}
	if roles > 1 {
		c.Key(names, paints)
	}
	return c.Picture
}
