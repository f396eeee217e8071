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
func ScoreFormats() []string { return []string{"text", "md", "html", "svg", "json", "csv"} }

// Limits of a score as text or page. JSON and CSV have all games and moves.
const (
	maxScoredGames  = 20 // rows in the list of games
	maxWorst        = 10 // rows in the list of worst moves
	maxScoredCharts = 6  // charts of games
)

// Score writes the score of recorded games of b. The format "svg" is a picture of the worst move; it
// is an InputError if there is none.
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
	case "svg":
		worst := r.Worst(1)
		if len(worst) == 0 {
			return games.BadInput("--format svg: the games have no mistakes to draw")
		}
		c, err := turningPoint(b, &worst[0])
		if err == nil {
			_, err = io.WriteString(w, c.picture.File())
		}
		return err
	}
	return writeText(w, layOutScore(b, r))
}

func layOutScore(b solved.Game, r *score.Result) *document {
	d := &document{title: fmt.Sprintf("Score of %s of %s", words.Plural(int64(r.Count), "game"), b.Info().Label())}
	lucky := b.Info().Stochastic
	heads := []string{"player", ">games", ">moves", ">kept", ">95 % interval", ">of choices", ">lost", ">per game", ">not known"}
	if lucky {
		heads = append(heads, ">luck", ">per game")
	}
	players := newTable(heads...)
	phases := newTable("player", score.Phases[0], score.Phases[1], score.Phases[2])
	blunders := newTable("player", ">win to draw", ">win to loss", ">draw to loss", ">plies lost")
	list := r.Players
	if len(list) > 1 {
		list = append(slices.Clone(list), &r.All)
	}
	for _, p := range list {
		name, interval := cmp.Or(p.Player, "all"), "-"
		if p.Judged > 0 {
			interval = fmt.Sprintf("%.1f - %.1f %%", 100*p.Low, 100*p.High)
		}
		row := []string{name, count(p.Games), count(p.Judged), percent(p.Kept, p.Judged), interval, percent(p.ChoicesKept, p.Choices),
			points(p.Lost), points(p.Lost / float64(p.Games)), count(p.Unknown)}
		if lucky && p != &r.All {
			row = append(row, signed(p.Luck), signed(p.Luck/float64(p.Games)))
		} else if lucky {
			row = append(row, "-", "-")
		}
		players.add(row...)
		row = []string{name}
		for _, t := range p.Phases {
			cell := percent(t.Kept, t.Judged)
			if t.Judged > 0 {
				cell += fmt.Sprintf(" (%d of %d)", t.Kept, t.Judged)
			}
			row = append(row, cell)
		}
		phases.add(row...)
		blunders.add(name, count(p.WinDraw), count(p.WinLoss), count(p.DrawLoss), count(p.PliesLost))
	}
	note := fmt.Sprintf("Kept is the share of the moves that keep the value. Of choices is the same share where some moves keep it and others do not. Lost is the expected payoff given away, in %s.", words.Units(b.Info()))
	if lucky {
		note += " Luck is the change in expected payoff by random moves."
	}
	if r.All.Unknown > 0 {
		note += fmt.Sprintf(" %s without a known value are not counted.", words.Plural(int64(r.All.Unknown), "move"))
	}
	if r.Stopped {
		note += " The command was interrupted; the remaining moves are not judged."
	}
	d.add("Players", players, paragraph(note))
	d.add("Kept by phase", phases, paragraph("The phases are the thirds of each game, by plies."))
	if b.Solution().Outcomes.Kind == value.Alternating && len(r.Roles) == 2 {
		d.add("Mistakes", blunders, paragraph("Plies lost are those by which moves delay a win or hasten a loss."))
	}
	names := []string{">game", "file", ">plies"}
	for _, role := range r.Roles {
		if names = append(names, role, ">kept", ">lost"); lucky {
			names = append(names, ">luck")
		}
	}
	played := newTable(names...)
	for i, g := range r.Games[:min(len(r.Games), maxScoredGames)] {
		row := []string{count(i + 1), fmt.Sprintf("%s:%d", g.File, g.Line), count(len(g.Plies))}
		for role, t := range g.Tallies {
			if row = append(row, g.Players[role], fmt.Sprintf("%d/%d", t.Kept, t.Judged), points(t.Lost)); lucky {
				row = append(row, signed(g.Luck[role]))
			}
		}
		played.add(row...)
	}
	blocks := []block{played}
	if more := len(r.Games) - maxScoredGames; more > 0 {
		blocks = append(blocks, paragraph(words.Plural(int64(more), "more game")+"; --format csv lists the moves of all games."))
	}
	d.add("Games", blocks...)
	worst := newTable(">game", ">ply", "player", "move", ">lost", "before", "after", "better")
	for _, m := range r.Worst(maxWorst) {
		worst.add(count(m.Number), count(m.Ply), m.Players[m.Role], m.Move.Move, points(m.Lost), m.Before, m.After, strings.Join(m.Better, " "))
	}
	if played.Sorted, worst.Sorted = true, true; len(worst.Rows) > 0 {
		d.add("Worst moves", worst)
	}
	return d
}

func count(n int) string { return words.Thousands(int64(n)) }

func percent(n, of int) string { return words.Percent(int64(n), int64(of)) }

func points(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return words.Thousands(int64(x))
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
}

// signed formats a number of points with its sign.
func signed(x float64) string { return fmt.Sprintf("%+.2f", x) }

// scoreCSV writes a header and one row per move. In games with random moves, it adds a column with the
// luck of a role, and rows with the random moves for each role.
func scoreCSV(w io.Writer, r *score.Result) error {
	rows := [][]string{{"file", "line", "ply", "role", "player", "move", "keeps", "payoff_lost", "plies_lost", "blunder", "choice", "before", "after", "better"}}
	none := []string{} // luck of a move
	if slices.ContainsFunc(r.Games, func(g *score.Game) bool { return g.Luck != nil }) {
		rows[0], none = append(rows[0], "luck"), []string{""}
	}
	for _, g := range r.Games {
		for _, m := range g.Moves {
			rows = append(rows, append([]string{
				g.File, fmt.Sprint(g.Line), fmt.Sprint(m.Ply), r.Roles[m.Role], g.Players[m.Role], m.Move, strings.TrimPrefix(m.Keeps.String(), "not known"),
				fmt.Sprint(m.Lost), fmt.Sprint(m.PliesLost), m.Blunder, fmt.Sprint(m.Choice), m.Before, m.After, strings.Join(m.Better, " "),
			}, none...))
		}
		for _, d := range g.Draws {
			for role, luck := range d.Luck {
				rows = append(rows, []string{
					g.File, fmt.Sprint(g.Line), fmt.Sprint(d.Ply), r.Roles[role], g.Players[role], d.Move, "", "", "", "", "", d.Before, d.After, "", fmt.Sprint(luck),
				})
			}
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
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
		moves, draws := g.Moves, g.Draws
		for i, ply := range g.Plies {
			if i > 0 {
				out.WriteByte(' ')
			}
			var notes []string
			for ; len(moves) > 0 && moves[0].Ply == i+1; moves = moves[1:] {
				notes = append(notes, annotation(r, &moves[0], ply))
			}
			if len(draws) > 0 && draws[0].Ply == i+1 {
				note := draws[0].After
				if luck := draws[0].Luck; luck != nil {
					note += fmt.Sprintf(", luck %s for %s", signed(luck[0]), r.Roles[0])
				}
				notes, draws = append(notes, note), draws[1:]
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
	lost := func(g *score.Game) (sum float64) {
		for _, t := range g.Tallies {
			sum += t.Lost
		}
		return sum
	}
	byLoss := slices.SortedStableFunc(slices.Values(r.Games), func(x, y *score.Game) int { return cmp.Compare(lost(y), lost(x)) })
	for _, g := range byLoss[:min(len(byLoss), maxScoredCharts)] {
		values.List = append(values.List, chart{picture: valueOverTime(b.Info(), g)})
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
func valueOverTime(info *games.Info, g *score.Game) *picture.Picture {
	payoffs := make([][]float64, len(g.Plies)+1)
	payoffs[0] = g.Payoffs
	for _, m := range g.Moves {
		payoffs[m.Ply] = m.Payoffs
	}
	for _, d := range g.Draws {
		payoffs[d.Ply] = d.Payoffs
	}
	roles, name, low, high := info.Roles, "value", math.Inf(1), math.Inf(-1)
	if !info.GeneralSum {
		roles, name = roles[:1], "value for "+roles[0]
	}
	if last := len(info.Payoffs) - 1; last >= 0 && !info.GeneralSum {
		low, high = info.Points(info.Payoffs[0]), info.Points(info.Payoffs[last])
	}
	xs, ys := make([]float64, len(payoffs)), make([][]float64, len(roles))
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
	if low > high { // no value is known
		low, high = 0, 1
	}
	c := picture.NewChart(fmt.Sprintf("Game %d: %s", g.Number, strings.Join(g.Players, " against ")), "ply", name+", in "+words.Units(info), picture.Axis{First: 0, Last: float64(max(1, len(g.Plies)))}, picture.Axis{First: low, Last: high}, points)
	paints := make([]picture.Paint, len(roles))
	for role := range roles {
		if paints[role] = "accent"; len(roles) > 1 {
			paints[role] = picture.RolePaint(info, role)
		}
		c.Line(xs, ys[role], paints[role])
	}
	if len(roles) > 1 {
		c.Key(roles, paints)
	}
	return c.Picture
}
