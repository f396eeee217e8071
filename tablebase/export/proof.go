package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/strategy"
	"zermelo/solver/search/table"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// A proof in text form has one fact per line. Fields are separated by spaces:
//
//	zermelo-proof 1
//	game NAME
//	start POSITION
//	claim ROLE PAYOFF     ROLE gets at least PAYOFF by the moves listed below
//	POSITION MOVE         the move of ROLE at a position
//	end MOVES             total number of moves
//
// A claim lists a move for each position that can be reached if its role plays these
// moves, and in which the role is to move. Positions are ordered by ply. The text
// can be checked with the rules alone: it includes all symmetric positions, and
// positions that the game's code can score.

// Proof writes a variant's proof, which is stored in the data directory db, to w as
// text. It keeps the positions of a claim in memory, and returns a [games.InputError]
// if there are too many. Other errors are those of [tablebase.Open] and a
// [*store.WrongError]. Proof ignores all options except Progress.
func Proof(ctx context.Context, db string, v games.Variant, w io.Writer, o Options) (Summary, error) {
	return games.ByState(v, proofOf[uint64], proofOf[[2]uint64], proofOf[[4]uint64])(ctx, db, w, o)
}

func proofOf[S games.State](g games.Game[S]) func(ctx context.Context, db string, w io.Writer, o Options) (Summary, error) {
	return func(ctx context.Context, db string, w io.Writer, o Options) (Summary, error) {
		info := g.Info()
		if info.Simultaneous || info.GeneralSum || len(info.Roles) != 2 || search.Repeats(g) {
			return Summary{}, games.BadInput("%s: proofs require two players, alternating moves and no repetition; omit --proof to export the table", info.Label())
		}
		s := search.Plain(g)
		facts, err := proof.OpenFacts(db, s)
		if err != nil {
			return Summary{}, err
		}
		if facts.Proof == nil {
			return Summary{}, fmt.Errorf("%w: %s has no proof; run: zermelo solve %q --method search", store.ErrNoTable, info.Label(), info.Spec())
		}
		p := &proofWriter[S]{game: s, canonizer: games.CanonizerOf(g), notation: games.NotationOf(g), out: bufio.NewWriter(w), progress: o.Progress}
		p.engine = alphabeta.New(s, table.New(s, proofCache), search.Options{})
		defer p.engine.Close()
		p.summary = Summary{Game: info.Name, Digest: fmt.Sprintf("%016x", facts.Header.Solution.Digest)}
		p.line("zermelo-proof 1")
		p.line("game %s", info.Name)
		p.line("start %s", p.notation.FormatState(g.Start()))
		for role, st := range facts.Proof.Strategies {
			if st == nil || st.Score == -s.Scores() {
				continue // any play achieves the worst payoff
			}
			if err := p.claim(ctx, role, int(facts.Proof.Payoff[role]), st); err != nil {
				return Summary{}, err
			}
		}
		p.line("end %d", p.summary.Rows)
		return p.summary, p.out.Flush()
	}
}

const (
	// proofCache is the size in bytes of the transposition table used to find moves in
	// positions that the strategy omits.
	proofCache = 16 << 20
	maxProof   = 1 << 23 // maximum number of positions in a claim
)

type proofWriter[S games.State] struct {
	game      games.Searcher[S]
	canonizer games.Canonizer[S]
	notation  games.Notation[S]
	engine    *alphabeta.Search[S]
	out       *bufio.Writer // its first error is sticky
	progress  func(done, total int64)
	summary   Summary
}

func (p *proofWriter[S]) line(format string, args ...any) {
	fmt.Fprintf(p.out, format+"\n", args...)
}

// claim writes the claim for a role, ply by ply.
func (p *proofWriter[S]) claim(ctx context.Context, role, payoff int, st *strategy.Strategy[S]) error {
	info := p.game.Info()
	p.line("claim %s %v", info.Roles[role], info.Points(payoff))
	visited := map[S]bool{}
	now := []S{p.game.Start()}
	for len(now) > 0 {
		var next []S
		children, ends := p.game.Expand(nil, nil, now)
		movers := p.game.Movers(nil, now)
		from := int32(0)
		for i, s := range now {
			below := children[from:ends[i]]
			from = ends[i]
			switch {
			case len(below) == 0:
				if have := p.game.Payoffs(nil, []S{s})[0][role]; int(have) < payoff {
					return p.wrong(s, "the game ends with %v for %s, expected %v", info.Points(int(have)), info.Roles[role], info.Points(payoff))
				}
			case int(movers[i]) != role:
				next = append(next, below...)
			default:
				move, err := p.move(ctx, st, s, below, payoff)
				if err != nil {
					return err
				}
				p.line("%s %s", p.notation.FormatState(s), p.notation.Moves(s)[role][move])
				p.summary.Rows++
				next = append(next, below[move])
			}
		}
		next = slices.DeleteFunc(distinct(next), func(s S) bool { return visited[s] })
		for _, s := range next {
			visited[s] = true
		}
		if p.summary.Positions += int64(len(now)); p.progress != nil {
			p.progress(p.summary.Positions, 0)
		}
		if len(visited) > maxProof {
			return games.BadInput("%s: the proof has too many positions to write as text", p.game.Info().Label())
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		now = next
	}
	return nil
}

func (p *proofWriter[S]) wrong(s S, format string, args ...any) error {
	text := fmt.Sprintf("position %s: ", p.notation.FormatState(s)) + fmt.Sprintf(format, args...)
	return &store.WrongError{Name: store.ProofName(p.game.Info().Name), Wrong: 1, First: []string{text}}
}

// move returns the index of the move to play in position s, whose children are below.
// This move corresponds to the strategy's move in the canonical position. If the
// strategy omits the position, move returns a move that achieves the payoff.
func (p *proofWriter[S]) move(ctx context.Context, st *strategy.Strategy[S], s S, below []S, payoff int) (int, error) {
	images := slices.Clone(below)
	p.canonizer.Canonize(images, make([]bool, len(images)))
	canonical, _ := games.Canonical(games.Game[S](p.game), s)
	if at, found := slices.BinarySearchFunc(st.States, canonical, games.Compare[S]); found {
		there, _ := p.game.Expand(nil, nil, []S{canonical})
		if int(st.Moves[at]) >= len(there) {
			return 0, p.wrong(s, "the strategy plays move %d, but the position has only %d", st.Moves[at], len(there))
		}
		again := p.again(canonical, there[st.Moves[at]])
		after, _ := games.Canonical(games.Game[S](p.game), there[st.Moves[at]])
		for move, image := range images {
			if image == after && p.again(s, below[move]) == again {
				return move, nil
			}
		}
		return 0, p.wrong(s, "no move corresponds to the move of the strategy at the canonical position")
	}
	_, ends := p.game.Expand(nil, nil, below)
	mover := p.game.Movers(nil, []S{s})[0]
	for i := range below { // prefer a move that ends the game
		if terminal := ends[i] == endBefore(ends, i); terminal && int(p.game.Payoffs(nil, below[i:i+1])[0][mover]) >= payoff {
			return i, nil
		}
	}
	for i := range below {
		if ends[i] == endBefore(ends, i) {
			continue
		}
		again, threshold := p.again(s, below[i]), 1-st.Score
		if again {
			threshold = st.Score
		}
		yes, err := p.engine.AtLeast(ctx, images[i], threshold)
		if err != nil || yes == again {
			return i, err
		}
	}
	return 0, p.wrong(s, "no move achieves the payoff in the proof")
}

// again reports whether the role to move in s also moves in child.
func (p *proofWriter[S]) again(s, child S) bool {
	return p.game.Info().ExtraMoves && games.Mover[S](p.game, s) == games.Mover[S](p.game, child)
}

// endBefore returns the index of the first child of state i.
func endBefore(ends []int32, i int) int32 {
	if i == 0 {
		return 0
	}
	return ends[i-1]
}
