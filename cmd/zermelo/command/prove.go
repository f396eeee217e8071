package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/machine"
	"zermelo/solver/search"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// The ways to solve a game.
const (
	methodAuto      = "auto"      // a table if there is room for it, else a search
	methodTable     = "table"     // every position, by enumeration and backward induction
	methodAlphaBeta = "alphabeta" // the start position, by alpha-beta search
	methodPNS       = "pns"       // the start position, by proof-number search
)

// proofRoom is how much of the disk must be free, in bytes, before a search for a
// proof begins. How large a proof gets nobody can tell.
const proofRoom = 256 << 10

// defaultCache is the size of a search's table in memory, in bytes.
const defaultCache = 256 << 20

// prove finds the value of the start position by search, and stores it with
// strategies that prove it.
func (v variant[S]) prove(ctx context.Context, db string, o solveOptions, found *searchProgress, tool string) (*store.Summary, error) {
	if err := v.searchable(o.method); err != nil {
		return nil, err
	}
	// A proof that cannot be used, or a disk without room for one, is told of before
	// the search, not after it.
	if _, err := v.proof(db); !o.force && !errors.Is(err, store.ErrNoTable) {
		return nil, cmp.Or(err, error(store.ErrExists))
	}
	if err := store.CheckRoom(db, proofRoom); err != nil {
		return nil, err
	}
	began, cpu := time.Now(), machine.CPUTime()
	g := search.Plain(v.game)
	engine, name := newEngine(g, o)
	defer engine.Close()
	found.nodes.Store(engine.Nodes)
	notes, err := v.resume(db, engine, tool, found.warn)
	if err != nil {
		return nil, err
	}
	p, err := search.Prove(ctx, g, engine, found.proof.Store)
	interrupted := errors.Is(err, context.Canceled)
	if err == nil {
		err = proof.WriteProof(db, v.game, &proof.Proof[S]{
			Payoff: p.Payoff, Strategies: p.Strategies, Method: name, Elapsed: time.Since(began), CPU: machine.CPUTime() - cpu,
			Nodes: engine.Nodes(), PeakMemory: machine.PeakMemory(),
		}, write.Options{Force: o.force, Tool: tool, Warn: found.warn})
	}
	// Only the proof makes what was noted superfluous.
	noted := notes.close(err == nil)
	switch {
	case err == nil:
		if err := proof.DeleteOpen(db, v.game.Info().Name); err != nil {
			found.warn(err)
		}
		return v.proof(db)
	case interrupted && noted != nil:
		return nil, fmt.Errorf("interrupted, and not all that was proven on the way could be kept: %w", noted)
	case interrupted:
		return nil, err
	case noted != nil:
		return nil, fmt.Errorf("%w; and not all that was proven on the way could be kept: %w", err, noted)
	case len(notes.known) == 0 && o.method == methodAlphaBeta:
		return nil, err // so little that none of it was worth a note
	}
	return nil, fmt.Errorf("%w (what was proven on the way is kept: the same command goes on from there)", err)
}

// resume gives an engine what earlier searches have stored of the game, and
// keeps what it finds out, until the notes are closed.
func (v variant[S]) resume(db string, engine search.Engine[S], tool string, warn func(error)) (*notes[S], error) {
	// Mere results of searches, damaged, are not worth to stop for.
	without := func(err error) bool {
		if store.Unusable(err) {
			warn(fmt.Errorf("the search goes on without earlier results: %w", err))
			return true
		}
		return err == nil
	}
	known, err := proof.ReadKnown(db, v.game)
	if !without(err) {
		return nil, err
	}
	if known == nil {
		known = proof.Known[S]{}
	}
	for s, b := range known {
		engine.Learn(s, b)
	}
	var more func() error
	if p, ok := engine.(*search.Proof[S]); ok {
		list, err := proof.ReadOpen(db, v.game)
		if !without(err) {
			return nil, err
		}
		p.Resume(list)
		more = func() error {
			return proof.WriteOpen(db, v.game, p.Snapshot(mostOpen), write.Options{Tool: tool})
		}
	}
	return newNotes(db, v.game, known, engine, more, tool, warn), nil
}

// searchable returns a games.InputError for a game that searches with a method
// cannot solve.
func (v variant[S]) searchable(method string) error {
	info := v.game.Info()
	if len(info.Roles) != games.MaxRoles {
		return games.BadInput("--method %s searches games of two players; %s has one: leave --method out", method, info.Label())
	}
	if info.ExtraMoves {
		return games.BadInput("--method %s searches games where the players take turns; in %s a player can move again: leave --method out", method, info.Label())
	}
	if value.KindOf(info) != value.Alternating {
		return games.BadInput("--method %s searches games of constant sum where the players move in turn; %s is %s: leave --method out", method, info.Label(), value.KindOf(info))
	}
	if search.Repeats(v.game) {
		return games.BadInput("--method %s searches games whose positions never come back; in %s %s, so that a search need not come to an end: leave --method out", method, info.Label(), info.Repetition())
	}
	if children, _ := v.game.Expand(nil, nil, []S{v.game.Start()}); len(children) == 0 {
		return games.BadInput("%s is over at the start: leave --method out", info.Label())
	}
	return nil
}

// newEngine makes the search that the options ask for, and its name.
func newEngine[S games.State](g games.Searcher[S], o solveOptions) (search.Engine[S], string) {
	options := search.Options{Threads: o.threads()}
	if o.method == methodPNS {
		return search.NewProof(g, int64(o.cacheSize()), options), "proof-number search"
	}
	return search.NewAlphaBeta(g, search.NewTable(g, int64(o.cacheSize())), options), "alpha-beta search"
}

// proof describes the stored proof.
func (v variant[S]) proof(db string) (*store.Summary, error) {
	return proof.ProofSummary(db, v.game)
}

// sighted reports whether the game tells the scores of some positions at sight,
// which verifyProof believes.
func (v variant[S]) sighted() bool {
	_, ok := v.game.(games.Searcher[S])
	return ok
}

// verifyProof proves the stored proof by the rules, and by what the game tells at
// sight.
func (v variant[S]) verifyProof(ctx context.Context, db string, threads int, progress func(positions int64)) (int64, error) {
	g := search.Plain(v.game)
	p, _, err := proof.OpenProof(db, g)
	if err != nil {
		return 0, err
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return p.Verify(ctx, g, threads, progress)
}

// searchProgress says how far a search has come.
type searchProgress struct {
	warn  func(error)
	nodes atomic.Value // func() uint64: positions searched
	proof atomic.Int64 // positions in the proof
}

func (s *searchProgress) stage() stage {
	nodes, ok := s.nodes.Load().(func() uint64)
	switch {
	case !ok:
		return stage{}
	case s.proof.Load() > 0:
		return stage{phase: "writing down the proof", done: s.proof.Load(), found: s.proof.Load()}
	}
	return stage{phase: "searching", done: int64(nodes()), found: int64(nodes())}
}

// runProve is solve by search.
func (p *program) runProve(ctx context.Context, db string, v games.Variant, o solveOptions) error {
	name := v.Info().Label()
	found := searchProgress{warn: p.warn}
	stop := func() {}
	if !o.quiet {
		stop = watch(p.err, found.stage)
	}
	s, err := solvableOf(v).prove(ctx, db, o, &found, buildInfo().Version)
	stop()
	switch {
	case errors.Is(err, store.ErrExists):
		if s, err = solvableOf(v).proof(db); err != nil {
			return err
		}
		if !p.json {
			p.printf("Proved already; prove it again with --force.\n")
		}
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("solve %s: interrupted; what was proven on the way is kept, type the same command to go on", name)
	case err != nil:
		return fmt.Errorf("solve %s: %w", name, err)
	}
	return p.showProof(v.Info(), s)
}

// proofJSON is the JSON form of a proof.
type proofJSON struct {
	Game      string   `json:"game"`
	Value     string   `json:"value"` // in words
	Payoffs   []string `json:"payoffs"`
	Method    string   `json:"method"`
	Nodes     uint64   `json:"nodes"`     // positions searched
	Positions int64    `json:"positions"` // that the proof has a move for
	Seconds   float64  `json:"seconds"`
	CPU       float64  `json:"cpu_seconds,omitempty"` // of processor time, where it was measured
	Peak      int64    `json:"peak_memory"`           // bytes
	DiskBytes int64    `json:"disk_bytes"`
}

func (p *program) showProof(info *games.Info, s *store.Summary) error {
	solution := s.Solution
	o := proofJSON{
		Game: info.Name, Value: words.Outcome(info, s.Start), Method: solution.Method, Nodes: solution.Nodes, Positions: s.States,
		Seconds: solution.Elapsed.Seconds(), CPU: solution.CPU.Seconds(), Peak: solution.PeakMemory, DiskBytes: s.Bytes,
	}
	for role := range info.Roles {
		o.Payoffs = append(o.Payoffs, s.Start.Payoff[role].RatString())
	}
	if p.json {
		return p.printJSON(o)
	}
	p.printf("%s: %s\n", info.Label(), o.Value)
	p.printf("  proof      a move for each of %s\n", words.Plural(o.Positions, "position"))
	p.printf("  searched   %s\n", words.Plural(int64(o.Nodes), "position"))
	p.printf("  time       %s\n", words.Seconds(solution.Elapsed))
	if solution.CPU > 0 {
		p.printf("             %s of processor time\n", words.Seconds(solution.CPU))
	}
	p.printf("  memory     %s at most\n", words.Bytes(o.Peak))
	p.printf("  on disk    %s\n", words.Bytes(o.DiskBytes))
	p.printf("  method     %s; check it with: zermelo verify %q\n", o.Method, info.Spec())
	return nil
}
