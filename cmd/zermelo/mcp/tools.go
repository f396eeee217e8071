package mcp

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"zermelo/cmd/zermelo/plan"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/record"
	"zermelo/reports/score"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// Arguments of tools.
type (
	listing struct {
		Contains string `json:"contains,omitempty" jsonschema:"list only games whose name or summary contains this text"`
	}
	named struct {
		Game string `json:"game" jsonschema:"game as list_games prints it, such as tictactoe or connect4:size=5x4"`
	}
	where struct {
		named
		Position string `json:"position,omitempty" jsonschema:"position in the notation that these tools print; omit it for the start of the game"`
		Moves    string `json:"moves,omitempty" jsonschema:"moves to play from that position, separated by spaces, in the names that position lists; simultaneous moves are joined by +"`
	}
	drawn struct {
		where
		Seed uint64 `json:"seed,omitempty" jsonschema:"draw the random moves that follow with this seed, a positive number; without it, add an outcome to moves"`
	}
	timed struct {
		where
		Seconds float64 `json:"seconds,omitempty" jsonschema:"time limit for a search if the game is not solved; default 5, at most 45"`
	}
	solving struct {
		named
		Seconds float64 `json:"seconds,omitempty" jsonschema:"time limit; default 20, at most 45"`
	}
)

func (s *server) addTools() {
	add(s, "list_games", "List the games with their options, the short names (presets) for games with options, and the solved games, which need no search.", s.turns, s.listGames)
	add(s, "rules", "Explain the rules of a game: roles, moves, end, payoffs and options.", s.turns, s.rules)
	add(s, "position", "Play moves from the start or from a position. Returns the resulting position as text, its board, the roles to move, the legal moves with the positions after them, and the payoffs if the game is over. If chance is set, the next move is random and moves lists its outcomes. Use it to keep track of a game.", s.turns, s.position)
	add(s, "draw", "Draw the board of a position, as text and as a PNG picture.", s.turns, s.draw)
	add(s, "move_values", "Return the exact value of a position and of every legal move, best first. words is the result of perfect play, payoffs the payoff of each role, and remoteness the number of plies to the end (-1 if random or unknown). keeps is true if the move is optimal, false if it gives value away, null if the value is unproven. strategies holds the probabilities of perfect play if roles move simultaneously. Without a solution it searches until the time limit; a value that is not proven has bounds in words and an estimate from -1 (the second role wins) to 1 (the first role wins).", s.turns, s.evaluator(false, func(e *evaluation) {
		if e.More = len(e.Moves) > maxMoves; e.More {
			e.Moves = e.Moves[:maxMoves]
		}
	}))
	add(s, "best_line", "Return a line of perfect play from a position, for both sides. Without a solution it is the best line found, which may end early.", s.turns, s.evaluator(true, func(e *evaluation) { e.Moves, e.Strategies = nil, nil }))
	add(s, "hint", "Help a player without revealing a move: the value of the position and how many of the legal moves keep it.", s.turns, s.evaluator(false, (*evaluation).hide))
	add(s, "score_game", "Compare every move of a game, given as moves, with perfect play: value before and after, whether it keeps the value, payoff and plies lost, blunders and better moves. role is an index of players; tallies has sums for each role, with the share of moves that keep the value and its 95 % interval from low to high. keeps is null if a value is unknown; such moves are not counted as mistakes.", s.turns, s.scoreGame)
	add(s, "solve", "Solve a small game and store the value of every position, or a proof of the value of the start. Refuses games that need more than the time limit or 20 million positions; call forecast first if in doubt, and use smaller options if it is refused. Calling it again continues an unfinished solve.", s.solves, s.solve)
	add(s, "forecast", "Estimate the number of positions of a game and the time and disk space to solve it. Takes about two seconds.", s.solves, s.forecast)
}

// limit returns the time limit, which defaults to the given number of seconds.
func limit(seconds, standard float64) (time.Duration, error) {
	if seconds = cmp.Or(seconds, standard); seconds < 0 || seconds > maxSeconds {
		return 0, games.BadInput("seconds: %v: must be between 0 and %d", seconds, maxSeconds)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

func (s *server) listGames(_ context.Context, in listing) (any, error) {
	all, err := model.NewGameList(s.Registry)
	if err != nil {
		return nil, err
	}
	tables, err := store.List(s.DB)
	if err != nil {
		return nil, err
	}
	has := func(texts ...string) bool {
		return strings.Contains(strings.ToLower(strings.Join(texts, " ")), strings.ToLower(in.Contains))
	}
	for _, v := range s.Games {
		all.Games = append(all.Games, model.ListedGame{Name: v.Info().Name, Title: v.Info().Title, Summary: cmp.Or(v.Info().Summary, v.Info().Title), Options: []model.ListedOption{}})
	}
	all.Games = slices.DeleteFunc(all.Games, func(g model.ListedGame) bool { return !has(g.Name, g.Title, g.Summary) })
	all.Presets = slices.DeleteFunc(all.Presets, func(p model.ListedPreset) bool { return !has(p.Name, p.Game, p.Summary) })
	list := []string{}
	for _, t := range tables {
		name, kind := store.VariantOf(t.Name)
		if (kind == "" || kind == "proof") && !t.Partial && t.Err == nil && has(name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return struct {
		*model.GameList
		Solved []string `json:"solved"` // tables and proofs
	}{all, list}, nil
}

func (s *server) rules(ctx context.Context, in named) (any, error) {
	v, err := s.open(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	info := v.Info()
	text := fmt.Sprintf("%s (%s)\n\n%s\n\nRoles: %s\nPayoffs: in %s\n", info.Title, info.Name, strings.Join(info.Rules, "\n\n"), strings.Join(info.Roles, ", "), words.Units(info))
	for _, o := range info.Options {
		text += fmt.Sprintf("Option %s=%s (default %s): %s\n", o.Name, o.Value, o.Default, o.Help)
	}
	return []sdk.Content{&sdk.TextContent{Text: text}}, nil
}

// shown is a position with its board.
type shown struct {
	*solved.Legal
	Board []string `json:"board"`
	More  bool     `json:"more_moves,omitempty"` // the list of moves is incomplete
	Drawn []string `json:"drawn,omitempty"`      // outcomes of random moves after the given moves
}

func show(at *solved.Legal) shown {
	return shown{at, strings.Split(strings.TrimRight(words.Board(at.Draw()), "\n"), "\n"), false, nil}
}

func (s *server) position(ctx context.Context, in drawn) (any, error) {
	_, at, err := s.look(ctx, in.where)
	random, outcomes := rand.New(rand.NewPCG(in.Seed, uint64(len(in.Moves)))), []string(nil)
	for err == nil && in.Seed > 0 && at.Chance && len(outcomes) < maxMoves {
		left, i := random.Float64(), -1
		for left >= 0 && i < len(at.Moves)-1 {
			i++
			p, _ := new(big.Rat).SetString(at.Moves[i].Probability)
			x, _ := p.Float64()
			left -= x
		}
		outcomes = append(outcomes, at.Moves[i].Move)
		_, at, err = s.look(ctx, where{named: in.named, Position: at.Moves[i].Position})
	}
	if err != nil {
		return nil, err
	}
	r := show(at)
	r.Drawn = outcomes
	if r.More = len(at.Moves) > maxMoves; r.More {
		at.Moves = at.Moves[:maxMoves]
	}
	return r, nil
}

func (s *server) draw(ctx context.Context, in where) (any, error) {
	v, at, err := s.look(ctx, in)
	if err != nil {
		return nil, err
	}
	content := []sdk.Content{&sdk.TextContent{Text: words.Board(at.Draw())}}
	var png bytes.Buffer
	board := picture.Board(v.Info(), at.Draw(), v.Info().Title, picture.BoardStyle{Labels: true, Beside: true})
	if err := board.PNG(&png); err != nil {
		return nil, fmt.Errorf("draw %s: %w", v.Info().Name, err)
	}
	if png.Len() <= maxPNG {
		content = append(content, &sdk.ImageContent{Data: png.Bytes(), MIMEType: "image/png"})
	}
	return content, nil
}

// evaluation holds the values of a position and its moves.
type evaluation struct {
	shown
	Value      solved.Value               `json:"value"`
	Source     string                     `json:"source"`               // solution, search or rules
	Moves      []solved.Move              `json:"moves,omitempty"`      // best first
	Strategies map[string][]solved.Chance `json:"strategies,omitempty"` // by role
	Line       []string                   `json:"line,omitempty"`
	Hint       string                     `json:"hint,omitempty"`
}

// evaluator returns a handler that evaluates a position and calls edit with the result. line
// selects the best line.
func (s *server) evaluator(line bool, edit func(*evaluation)) func(context.Context, timed) (any, error) {
	return func(ctx context.Context, in timed) (any, error) {
		e, err := s.evaluate(ctx, in, line)
		if err != nil {
			return nil, err
		}
		if !line {
			e.Line = nil
		}
		edit(e)
		return e, nil
	}
}

// evaluate looks up or searches a position, its moves and, if line is set, its best line.
func (s *server) evaluate(ctx context.Context, in timed, line bool) (*evaluation, error) {
	v, at, err := s.look(ctx, in.where)
	if err != nil {
		return nil, err
	}
	patience, err := limit(in.Seconds, defaultSeconds)
	if err != nil {
		return nil, err
	}
	e := &evaluation{shown: show(at), Source: "rules", Value: solved.Value{Words: "the game is over"}}
	if at.Terminal {
		return e, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience+time.Second)
	defer cancel()
	b, err := solved.OpenStored(ctx, s.DB, v, &solved.Limit{Time: patience / 2 / time.Duration(len(at.Moves)+8)})
	if errors.Is(err, store.ErrNoTable) {
		err = e.search(ctx, v, patience)
		return e, cmp.Or(games.Failure(v), err)
	}
	if err != nil {
		return nil, err
	}
	defer b.Close()
	p, err := b.Position(at.Position)
	if err = cmp.Or(games.Failure(v), err); err != nil {
		return nil, err
	}
	if !p.Proven() && solved.CheckAnalyze(v.Info()) == nil { // the proof does not contain the value
		err = e.search(ctx, v, patience/2)
		return e, cmp.Or(games.Failure(v), err)
	}
	e.Source, e.Value, e.Moves = "solution", p.Value, p.Moves
	if p.Matrix != nil {
		e.Strategies = map[string][]solved.Chance{}
		for role, chances := range p.Matrix.Strategies {
			e.Strategies[v.Info().Roles[role]] = chances
		}
	}
	if line {
		_, e.Line, err = b.Line(at.Position, maxMoves)
	}
	return e, cmp.Or(games.Failure(v), err)
}

// search searches a position without a stored value.
func (e *evaluation) search(ctx context.Context, v games.Variant, patience time.Duration) error {
	searcher, err := solved.NewSearcher(v, 1, searchMemory)
	if err != nil {
		return err
	}
	defer searcher.Close()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var found *solved.Analysis
	if err := searcher.Watch(ctx, e.Position, func(a *solved.Analysis) { found = a }); err != nil {
		return err
	}
	rated := func(proven bool, text string, estimate, low, high float64) solved.Value {
		value := solved.Value{Words: text, Plies: -1}
		if !proven {
			if found.Mover != v.Info().Roles[0] {
				estimate = 0 - estimate
			}
			value.Estimate = &estimate
			value.Words += fmt.Sprintf(", between %v and %v for %s", low, high, found.Mover)
		}
		return value
	}
	e.Source, e.Value, e.Line = "search", rated(found.Proven, found.Value, found.Estimate, found.Low, found.High), found.Line
	for _, m := range found.Moves {
		move := solved.Move{Name: m.Move, Child: m.Position, Value: rated(m.Proven, m.Value, m.Estimate, m.Low, m.High)}
		switch {
		case found.Proven && m.Proven && m.Low == found.Low:
			move.Keeps = solved.KeptYes
		case m.High < found.Low:
			move.Keeps = solved.KeptNo
		}
		e.Moves = append(e.Moves, move)
	}
	return nil
}

// hide replaces the moves by their numbers.
func (e *evaluation) hide() {
	counts := map[solved.Kept]int{}
	for _, m := range e.Moves {
		counts[m.Keeps]++
	}
	e.Hint = fmt.Sprintf("Moves that keep the value: %d of %d. Moves that give value away: %d. Unknown: %d.", counts[solved.KeptYes], len(e.Moves), counts[solved.KeptNo], counts[solved.KeptUnknown])
	if len(e.Movers) > 1 {
		e.Hint = fmt.Sprintf("Joint moves that perfect play can choose: %d of %d. Unknown: %d.", counts[solved.KeptYes], len(e.Moves), counts[solved.KeptUnknown])
	}
	e.Moves, e.Strategies = nil, nil
}

func (s *server) scoreGame(ctx context.Context, in timed) (any, error) {
	v, err := s.open(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	patience, err := limit(in.Seconds, defaultSeconds)
	if err != nil {
		return nil, err
	}
	g := &record.Game{File: "moves", Line: 1, Start: in.Position, Moves: games.SplitMoves(in.Moves)}
	if len(g.Moves) == 0 || len(g.Moves) > maxMoves {
		return nil, games.BadInput("moves: %d moves; must be between 1 and %d", len(g.Moves), maxMoves)
	}
	ctx, cancel := context.WithTimeout(ctx, patience+time.Second)
	defer cancel()
	each := solved.Limit{Time: patience / time.Duration(len(g.Moves)+1)}
	b, err := solved.OpenStored(ctx, s.DB, v, &each)
	if errors.Is(err, store.ErrNoTable) {
		b, err = solved.OpenUnsolved(ctx, v, each)
	}
	if err != nil {
		return nil, err
	}
	defer b.Close()
	j := score.NewJudge(b, nil)
	if err := j.Add([]*record.Game{g}); err != nil {
		return nil, err
	}
	return j.Result().Games[0], nil
}

func (s *server) solve(ctx context.Context, in solving) (any, error) {
	v, err := s.open(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	patience, err := limit(in.Seconds, 20)
	if err = cmp.Or(err, store.Writable(s.DB)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience+time.Second)
	defer cancel()
	r, err := solve.Solve(ctx, s.DB, v, solve.Options{
		Method: solve.Auto, Memory: solveMemory, Limit: solveStates, Budget: patience, SearchTime: patience * 3 / 4, Tool: s.Version,
	})
	info := v.Info()
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("%s is not solved within the time; call solve again to continue, or forecast to see how large it is", info.Spec())
	}
	if err = cmp.Or(games.Failure(v), err); err != nil {
		return nil, fmt.Errorf("%s is not solved: %w", info.Spec(), err)
	}
	if r.Solution == nil {
		return map[string]any{"game": info.Spec(), "kind": "proof", "value": words.Outcome(info, r.Proof.Start)}, nil
	}
	return map[string]any{
		"game": info.Spec(), "kind": "table", "states": r.Solution.States(), "value": words.Outcome(info, r.Solution.Outcomes.Of(r.Solution.Start)),
	}, nil
}

// forecasted is a plan that reports whether the tool solve accepts the game.
type forecasted struct {
	plan.Plan
	Accepted bool `json:"solve_accepts"`
}

func (s *server) forecast(ctx context.Context, in named) (any, error) {
	v, err := s.open(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	f, err := solve.ForecastTable(ctx, s.DB, v, runtime.GOMAXPROCS(0))
	if err = cmp.Or(games.Failure(v), err); err != nil {
		return nil, err
	}
	p := plan.New(v.Info(), f, runtime.GOMAXPROCS(0))
	p.Tiers = nil
	return forecasted{p, p.TooLarge == "" && p.States <= solveStates && p.CPUSeconds/float64(p.Workers) <= maxSeconds}, nil
}
