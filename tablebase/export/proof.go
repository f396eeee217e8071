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

// A proof as text has one fact a line, its words with blanks between:
//
//	zermelo-proof 1
//	game NAME
//	start POSITION
//	claim ROLE PAYOFF     ROLE gets at least PAYOFF, by the moves up to the next claim
//	POSITION MOVE         what ROLE plays there
//	end MOVES             how many moves there were
//
// The moves of a claim are those for all positions where the role is to move that play can
// reach when it follows them, whatever the other role does, by the number of plies. Who
// knows the rules can follow it: no position is left out for a symmetry, or because it is
// decided at sight.

// Proof writes the proof of a variant in the data directory db as text. It needs memory for
// the positions of a claim, and returns a games.InputError where these are too many. Its
// other errors are those of tablebase.Open, a *store.WrongError for a proof that is wrong,
// or that of the context. Of the options it uses Progress.
func Proof(ctx context.Context, db string, v games.Variant, w io.Writer, o Options) (Summary, error) {
	return games.ByState(v, proofOf[uint64], proofOf[[2]uint64], proofOf[[4]uint64])(ctx, db, w, o)
}

func proofOf[S games.State](g games.Game[S]) func(ctx context.Context, db string, w io.Writer, o Options) (Summary, error) {
	return func(ctx context.Context, db string, w io.Writer, o Options) (Summary, error) {
		info := g.Info()
		if info.Simultaneous || info.GeneralSum || len(info.Roles) != 2 || search.Repeats(g) {
			return Summary{}, games.BadInput("%s: proofs are for games of two players of whom one is to move, without repetition: export the rows of its table", info.Label())
		}
		s := search.Plain(g)
		facts, err := proof.OpenFacts(db, s)
		if err != nil {
			return Summary{}, err
		}
		if facts.Proof == nil {
			return Summary{}, fmt.Errorf("%w: %s has no proof, which a search makes: zermelo solve %q --method search", store.ErrNoTable, info.Label(), info.Spec())
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
				continue // nobody gets less
			}
			if err := p.claim(ctx, role, int(facts.Proof.Payoff[role]), st); err != nil {
				return Summary{}, err
			}
		}
		p.line("end %d", p.summary.Rows)
		return p.summary, p.out.Flush()
	}
}

// proofCache is the size of the table of the search for moves that end what is decided at
// sight, in bytes.
const proofCache = 16 << 20

// maxProof is how many positions of a claim are kept at most.
const maxProof = 1 << 23

// proofWriter writes a proof.
type proofWriter[S games.State] struct {
	game      games.Searcher[S]
	canonizer games.Canonizer[S]
	notation  games.Notation[S]
	engine    *alphabeta.Search[S]
	out       *bufio.Writer // which keeps its first error
	progress  func(done, total int64)
	summary   Summary
}

func (p *proofWriter[S]) line(format string, args ...any) {
	fmt.Fprintf(p.out, format+"\n", args...)
}

// claim writes what a role gets, with its moves, ply by ply.
func (p *proofWriter[S]) claim(ctx context.Context, role, payoff int, st *strategy.Strategy[S]) error {
	p.line("claim %s %d", p.game.Info().Roles[role], payoff)
	met := map[S]bool{}
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
					return p.wrong(s, "the game is over with %d for %s, not %d", have, p.game.Info().Roles[role], payoff)
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
		next = slices.DeleteFunc(distinct(next), func(s S) bool { return met[s] })
		for _, s := range next {
			met[s] = true
		}
		if p.summary.Seen += int64(len(now)); p.progress != nil {
			p.progress(p.summary.Seen, 0)
		}
		if len(met) > maxProof {
			return games.BadInput("the proof of %s has too many positions to be written as text", p.game.Info().Label())
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

// move is the number of the move at a position with these children: that of the strategy,
// which has one for a symmetric position, or, where what is decided at sight needs none,
// the first that gets the payoff.
func (p *proofWriter[S]) move(ctx context.Context, st *strategy.Strategy[S], s S, below []S, payoff int) (int, error) {
	images := slices.Clone(below)
	p.canonizer.Canonize(images, make([]bool, len(images)))
	canonical, _ := games.Canonical(games.Game[S](p.game), s)
	if at, found := slices.BinarySearchFunc(st.States, canonical, games.Compare[S]); found {
		there, _ := p.game.Expand(nil, nil, []S{canonical})
		if int(st.Moves[at]) >= len(there) {
			return 0, p.wrong(s, "the strategy has move %d of %d", st.Moves[at], len(there))
		}
		again := p.again(canonical, there[st.Moves[at]])
		after, _ := games.Canonical(games.Game[S](p.game), there[st.Moves[at]])
		for move, image := range images {
			if image == after && p.again(s, below[move]) == again {
				return move, nil
			}
		}
		return 0, p.wrong(s, "no move is that of the strategy at its image")
	}
	_, ends := p.game.Expand(nil, nil, below)
	mover := p.game.Movers(nil, []S{s})[0]
	for i := range below { // a move that ends the game comes first
		if over := ends[i] == endBefore(ends, i); over && int(p.game.Payoffs(nil, below[i:i+1])[0][mover]) >= payoff {
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
	return 0, p.wrong(s, "no move gets what the proof says")
}

// again reports whether who is to move at a position is to move again at a child.
func (p *proofWriter[S]) again(s, child S) bool {
	return p.game.Info().ExtraMoves && games.Mover[S](p.game, s) == games.Mover[S](p.game, child)
}

// endBefore is where the children of the i-th state begin.
func endBefore(ends []int32, i int) int32 {
	if i == 0 {
		return 0
	}
	return ends[i-1]
}
