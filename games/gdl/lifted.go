package gdl

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/symmetry"
	"zermelo/games/gdl/work"
)

// liftedGame is a sheet whose rules are too many to be written out. Its states are numbered as
// they are met, and nothing of it is proven. It is safe for concurrent use, but does one thing at
// a time.
type liftedGame struct {
	info   *games.Info
	doubts []Doubt
	limits work.Limits
	alive  context.Context // ends when the rules fail
	end    context.CancelCauseFunc

	mutex  sync.Mutex // of what follows
	rules  *ground.Lifted
	states []liftedState
	number map[string]uint64 // by the terms
	bytes  int               // of the states, about
	names  map[ground.Term]liftedName
	terms  map[string]ground.Term // fluents met, by their words
}

// liftedState is a state as far as it is known.
type liftedState struct {
	fluents  []ground.Term // ascending
	seen     bool
	moves    [][]ground.Term // of each role, in natural order; nil where the play is over
	children []uint64        // of joint moves, the last role's changing fastest; nil if not asked for
	payoff   games.Payoff    // where the play is over
}

// Playable says whether a sheet that could not be compiled can be played by its rules with
// variables: it took too much memory or work. That depends on no machine, as time does.
func Playable(err error) bool {
	var limit *work.LimitError
	return errors.As(err, &limit) && !limit.Slow
}

// OpenLifted makes the game of a sheet that could not be compiled, if it is Playable. Else, or if
// that takes too much as well, the error is why.
func OpenLifted(ctx context.Context, file string, limits work.Limits, why error) (games.Variant, error) {
	rules, err := readSound(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	g, err := openLifted(ctx, rules, limits, why)
	if err != nil {
		return nil, err
	}
	g.info.Typed = file
	return g, nil
}

// liftedWork is for how many steps the random plays last that tell what kind of game it is.
const liftedWork = 100_000_000

// openLifted makes a game of a sheet that could not be compiled for that reason. The error is
// that reason if this takes too much as well.
func openLifted(ctx context.Context, rules *sheet.Sheet, limits work.Limits, why error) (_ *liftedGame, err error) {
	if !Playable(why) {
		return nil, why
	}
	defer func() {
		if Playable(err) {
			err = why
		}
	}()
	defer work.Catch(&err)
	w := work.NewMeter(ctx, rules.Name, limits)
	g := &liftedGame{
		limits: limits, rules: ground.NewLifted(rules, w),
		number: map[string]uint64{}, names: map[ground.Term]liftedName{}, terms: map[string]ground.Term{},
		info: &games.Info{Name: rules.Name, Title: rules.Name, RepeatsUnproven: true, ExtraMoves: true},
	}
	g.alive, g.end = context.WithCancelCause(context.Background())
	for _, r := range g.rules.Roles {
		g.info.Roles = append(g.info.Roles, games.Echo(g.rules.Text(r)))
	}
	if n := len(g.info.Roles); n < 1 || n > games.MaxRoles {
		return nil, why
	}
	g.meet(g.rules.Initial())
	g.describe(w)
	return g, nil
}

// describe finds out what kind of game it is, by its goals and by random plays.
func (g *liftedGame) describe(w *work.Meter) {
	i, roles := g.info, len(g.info.Roles)
	i.GeneralSum = roles > 2
	var low, high [games.MaxRoles]int
	for r, role := range g.rules.Roles {
		goals, known := g.goalValues(role)
		i.GeneralSum = i.GeneralSum || roles == 2 && !known
		if r == 0 && known {
			i.Payoffs = goals
		}
		low[r], high[r] = goals[0], goals[len(goals)-1]
	}
	if i.Total = low[0] + high[1]; roles == 1 {
		i.Total = 2 * low[0] // as in kindOf
	}
	i.GeneralSum = i.GeneralSum || roles == 2 && i.Total != high[0]+low[1]
	began, rng, s := w.Steps(), rand.New(rand.NewPCG(1, 1)), uint64(0)
	for range 1000 {
		if g.see(s); w.Steps()-began > liftedWork {
			break
		}
		n := plies(g.states[s].moves)
		if n == 0 {
			i.GeneralSum, s = i.GeneralSum || g.sum(s) != i.Total, 0
			continue
		}
		i.Simultaneous = i.Simultaneous || g.mover(s) == games.Both
		s = g.child(s, rng.IntN(n))
	}
	i.SumUnproven = roles == 2 && !i.GeneralSum
	text := "The rules are too many to be written out for every case. " +
		"Questions are answered by the rules with their variables, which is slow, and nothing is proven of the game."
	if roles == 2 && !i.Simultaneous {
		text += " In random plays one role at a time has a choice: a search ends where it is not so."
	}
	if i.SumUnproven {
		text += fmt.Sprintf(" In random plays payoffs add up to %d: a search ends where they do not.", i.Total)
	}
	g.doubts = []Doubt{{0, text}}
	i.Rules = []string{fmt.Sprintf("The rules are those of the rule sheet %s in the Game Description Language.", i.Name), text}
}

// goalValues are what a role can get, ascending, and 0, as a play can end without a goal. It
// is false if the rules do not tell.
func (g *liftedGame) goalValues(role ground.Term) (values []int, known bool) {
	terms, known := g.rules.GoalValues(role)
	values = []int{0}
	for _, t := range terms {
		n, ok := g.goal(t)
		known = known && ok
		values = append(values, int(n))
	}
	slices.Sort(values)
	return slices.Compact(values), known
}

// goal is the number that a goal is, if it is one.
func (g *liftedGame) goal(t ground.Term) (value int16, ok bool) {
	least, most := machine.GoalLimits(len(g.rules.Roles))
	n, err := strconv.Atoi(g.rules.Text(t))
	return int16(n), err == nil && n >= least && n <= most
}

// plies is the number of joint moves, or mostPlies if there are more.
func plies(moves [][]ground.Term) int {
	n := min(1, len(moves))
	for _, list := range moves {
		n = min(n*len(list), mostPlies)
	}
	return n
}

const mostPlies = 1 << 40

// try does something with the rules, which may fail.
func (g *liftedGame) try(do func()) {
	if g.alive.Err() != nil {
		return
	}
	var err error
	func() {
		defer work.Catch(&err)
		g.rules.Measure(work.NewMeter(g.alive, g.info.Name, g.limits))
		do()
	}()
	if err != nil {
		g.end(err)
	}
}

// liftedName is how a term is written.
type liftedName struct{ text, word string }

// name is that of a term.
func (g *liftedGame) name(t ground.Term) liftedName {
	n, ok := g.names[t]
	if !ok {
		n.text = g.rules.Text(t)
		n.word = sheet.Word(n.text)
		g.names[t] = n
		g.bytes += 200 + 2*len(n.text)
	}
	return n
}

// sort puts terms that were named into the natural order of their texts.
func (g *liftedGame) sort(terms []ground.Term) []ground.Term {
	slices.SortFunc(terms, func(a, b ground.Term) int {
		return ground.CompareNatural(g.name(a).text, g.name(b).text)
	})
	return terms
}

// meet numbers a state.
func (g *liftedGame) meet(fluents []ground.Term) uint64 {
	g.rules.Spend(64 * len(fluents))
	slices.Sort(fluents)
	var key []byte
	for _, f := range fluents {
		key = binary.LittleEndian.AppendUint32(key, uint32(f))
		g.terms[g.name(f).word] = f
	}
	n, ok := g.number[string(key)]
	if !ok {
		n = uint64(len(g.states))
		g.number[string(key)] = n
		g.states = append(g.states, liftedState{fluents: fluents})
		g.bytes += 300 + 2*len(key)
	}
	return n
}

// see finds out what can be done at a state, or what it pays.
func (g *liftedGame) see(n uint64) {
	s := &g.states[n]
	if s.seen {
		return
	}
	g.rules.SetState(s.fluents)
	var moves [][]ground.Term
	over := g.rules.Terminal()
	for _, role := range g.rules.Roles {
		if over {
			break
		}
		legal := g.rules.Legal(role)
		g.rules.Spend(64 * len(legal))
		g.bytes += 4 * len(legal)
		for _, m := range legal {
			g.name(m)
		}
		moves = append(moves, g.sort(legal))
	}
	if plies(moves) > 0 {
		s.moves = moves
	} else {
		for r, role := range g.rules.Roles {
			for i, goal := range g.rules.Goals(role) {
				value, ok := g.goal(goal)
				if !ok {
					work.Stop(games.BadInput("%s: goal %s is not a whole number, or too large", g.info.Name, games.Echo(g.rules.Text(goal))))
				}
				if i == 0 || value > s.payoff[r] {
					s.payoff[r] = value
				}
			}
		}
		if len(g.rules.Roles) == 1 {
			s.payoff[1] = int16(g.info.Total) - s.payoff[0]
		}
	}
	s.seen = true
}

// child is the state after a joint move of a state that was seen.
func (g *liftedGame) child(n uint64, joint int) uint64 {
	moves := g.states[n].moves
	chosen := make([]ground.Term, len(moves))
	for r := len(moves) - 1; r >= 0; r-- {
		chosen[r] = moves[r][joint%len(moves[r])]
		joint /= len(moves[r])
	}
	g.rules.SetState(g.states[n].fluents)
	return g.meet(g.rules.Next(chosen))
}

// expand finds the children of a state.
func (g *liftedGame) expand(n uint64) {
	g.see(n)
	count := plies(g.states[n].moves)
	g.bytes += 8 * count
	children := []uint64{}
	for joint := range count {
		if g.bytes > metBytes {
			work.Stop(fmt.Errorf("%d positions were met, the last with %d joint moves, as many as fit: "+
				"give the search less time or fewer nodes", len(g.states), count))
		}
		children = append(children, g.child(n, joint))
	}
	g.states[n].children = children
}

// sum is that of the payoffs of a state that was seen.
func (g *liftedGame) sum(n uint64) (sum int) {
	for _, p := range g.states[n].payoff {
		sum += int(p)
	}
	return sum
}

// mover is who plays at a state that was seen, as Evaluator.Stages says.
func (g *liftedGame) mover(n uint64) int8 {
	moves := g.states[n].moves
	var choosers, active []int
	for r, list := range moves {
		if len(list) > 1 {
			choosers = append(choosers, r)
		} else if g.name(list[0]).word != noop {
			active = append(active, r)
		}
	}
	switch {
	case len(choosers) == 1:
		return int8(choosers[0])
	case len(choosers) > 1 || len(active) > 1:
		return games.Both
	case len(active) == 1:
		return int8(active[0])
	}
	return int8(max(0, len(moves)-1))
}

// Info describes the game.
func (g *liftedGame) Info() *games.Info { return g.info }

// Doubts are what is not proven.
func (g *liftedGame) Doubts() []Doubt { return g.doubts }

// Packing is empty: states are not packed.
func (g *liftedGame) Packing() pack.Packing { return pack.Packing{} }

// Symmetries are none but that of moving nothing.
func (g *liftedGame) Symmetries() symmetry.Group { return symmetry.Trivial(0) }

// Alive implements games.Failing.
func (g *liftedGame) Alive() context.Context { return g.alive }

// Packed implements games.Numbered.
func (g *liftedGame) Packed(src []uint64) (words []uint64) {
	for _, n := range src {
		h := sha256.Sum256([]byte(g.FormatState(n)))
		words = append(words, binary.BigEndian.Uint64(h[:]), binary.BigEndian.Uint64(h[8:]))
	}
	return words
}

// Start is state 0.
func (g *liftedGame) Start() uint64 { return 0 }

// Expand appends the children, the last role's move changing fastest.
func (g *liftedGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, n := range src {
		if g.states[n].children == nil {
			g.try(func() { g.expand(n) })
		}
		if g.alive.Err() == nil {
			dst = append(dst, g.states[n].children...)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers appends who plays, as those of other sheets do.
func (g *liftedGame) Movers(dst []int8, src []uint64) []int8 {
	dst, _ = g.MoversAndRows(dst, nil, src)
	return dst
}

// Rows appends the numbers of legal moves of all roles but the last.
func (g *liftedGame) Rows(dst []int32, src []uint64) []int32 {
	_, dst = g.MoversAndRows(nil, dst, src)
	return dst
}

// MoversAndRows appends what Movers and Rows do, at once.
func (g *liftedGame) MoversAndRows(movers []int8, rows []int32, src []uint64) ([]int8, []int32) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, n := range src {
		g.try(func() { g.see(n) })
		mover := int8(0)
		if moves := g.states[n].moves; moves != nil {
			if mover = g.mover(n); mover == games.Both && !g.info.Simultaneous {
				g.end(fmt.Errorf("at %s several roles have a choice, and elsewhere one has: such a game is not searched", g.format(n)))
				mover = 0
			}
		}
		movers = append(movers, mover)
		for r := range max(1, len(g.info.Roles)-1) {
			k := int32(0)
			if moves := g.states[n].moves; moves != nil {
				k = int32(len(moves[r]))
			}
			rows = append(rows, k)
		}
	}
	return movers, rows
}

// Payoffs appends the highest goal of each role, 0 for one that has none.
func (g *liftedGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	for _, n := range src {
		g.try(func() {
			if g.see(n); g.info.SumUnproven && g.states[n].moves == nil && g.sum(n) != g.info.Total {
				work.Stop(fmt.Errorf("at %s the payoffs add up to %d, and elsewhere to %d: such a game is not searched", games.Shorten(g.format(n), positionShown), g.sum(n), g.info.Total))
			}
		})
		dst = append(dst, g.states[n].payoff)
	}
	return dst
}

// FormatState writes a state as its fluents; see Words.
func (g *liftedGame) FormatState(n uint64) string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.format(n)
}

func (g *liftedGame) format(n uint64) string {
	var words []string
	for _, f := range g.sort(slices.Clone(g.states[n].fluents)) {
		words = append(words, g.name(f).word)
	}
	return cmp.Or(strings.Join(words, ","), emptyState)
}

// ParseState reads what FormatState writes, in any order, for states of fluents that were met.
func (g *liftedGame) ParseState(text string) (uint64, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	var fluents []ground.Term
	for name := range strings.SplitSeq(text, ",") {
		f, ok := g.terms[name]
		switch {
		case text == emptyState:
			continue
		case !ok:
			return 0, games.BadInput("position: %q is in no position that was met so far; "+
				"a position lists what is true with commas between, as in %q", name, g.format(0))
		case slices.Contains(fluents, f):
			return 0, games.BadInput("position: %q is there twice", name)
		}
		fluents = append(fluents, f)
	}
	var n uint64
	g.try(func() { n = g.meet(fluents) })
	return n, games.Failure(g)
}

// Moves names the legal moves of those who play.
func (g *liftedGame) Moves(n uint64) (names [games.MaxRoles][]string) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.try(func() { g.see(n) })
	moves := g.states[n].moves
	if moves == nil {
		return names
	}
	mover := g.mover(n)
	for r, list := range moves {
		waits := len(list) == 1 && g.name(list[0]).word == noop
		if mover != games.Both && mover != int8(r) || len(moves) > 2 && waits {
			continue
		}
		for _, m := range list {
			names[r] = append(names[r], g.name(m).word)
		}
	}
	return names
}
