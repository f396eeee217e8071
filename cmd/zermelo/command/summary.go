package command

import (
	"errors"
	"fmt"
	"math"
	"time"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// summary describes a solved game. The names of its JSON fields are stable.
type summary struct {
	Game       string   `json:"game"`
	label      string   // display name of the game
	Value      string   `json:"value"`
	Usual      string   `json:"usual,omitempty"` // variant with the usual rules, if different
	Roles      []string `json:"roles"`
	Payoffs    []string `json:"payoffs"`
	LineLength int      `json:"line_length"` // number of plies of perfect play, or -1 if play never ends or moves are random
	// WidestBounds is the maximum width of the bounds of values in points, or 0 if values are
	// exact. It is set if moves can be random.
	WidestBounds *float64 `json:"widest_bounds,omitempty"`
	States       int64    `json:"states"`
	Terminals    *int64   `json:"terminals"`                     // number of terminal states; nil if they are not counted
	Uncounted    bool     `json:"terminals_uncounted,omitempty"` // counts exclude terminal states
	RawStates    *int64   `json:"raw_states"`                    // number of states without symmetry; nil if too many
	// Uninfluential is the number of fluents of a rule sheet without influence.
	// Two states that differ only in these fluents count as one.
	Uninfluential int       `json:"uninfluential_fluents,omitempty"`
	Sum           string    `json:"sum,omitempty"` // checked property of the payoffs, in words
	Layers        int       `json:"layers"`        // number of layers
	LayerName     string    `json:"layer_name"`
	Digest        string    `json:"digest"`
	Method        string    `json:"method"`
	Tiers         *tierSums `json:"tiers,omitempty"` // totals over all tiers, if the game has tiers
	Workers       int       `json:"workers"`
	Seconds       float64   `json:"seconds"`                 // time of solving, over all runs
	CPUSeconds    float64   `json:"cpu_seconds,omitempty"`   // processor time of solving, if measured
	StoreSeconds  float64   `json:"store_seconds,omitempty"` // time of storing the table, if Solved is set
	PeakMemory    int64     `json:"peak_memory"`             // maximum memory in bytes
	DiskBytes     int64     `json:"disk_bytes"`
	BytesPerState float64   `json:"bytes_per_state"` // DiskBytes / States
	Solved        bool      `json:"solved_now"`      // false if the table existed before
}

// tierSums holds totals over all tiers. Symmetric positions count as one.
type tierSums struct {
	Tiers       int    `json:"tiers"` // number of tiers
	Indexes     uint64 `json:"indexes"`
	Wins        int64  `json:"wins"`
	Losses      int64  `json:"losses"`
	Draws       int64  `json:"draws"`
	LongestWin  int    `json:"longest_win"`  // length of the longest win in plies, or -1 without wins
	LongestLoss int    `json:"longest_loss"` // length of the longest loss in plies, or -1 without losses
}

func sumTiers(tiers []job.SolvedTier) *tierSums {
	if len(tiers) == 0 {
		return nil
	}
	s := &tierSums{Tiers: len(tiers), LongestWin: -1, LongestLoss: -1}
	for i := range tiers {
		t := &tiers[i]
		s.Indexes += t.Size
		s.Wins += t.Wins
		s.Losses += t.Losses
		s.Draws += t.Draws
		s.LongestWin = max(s.LongestWin, len(t.WinsIn)-1)
		s.LongestLoss = max(s.LongestLoss, len(t.LossesIn)-1)
	}
	return s
}

// summarize returns the summary of a solution and its table. If mixed strategies
// make the length of play random, LineLength is the length of the most probable line.
func summarize(db string, v games.Variant, solution *job.Solution) (summary, error) {
	info := v.Info()
	start := solution.Outcomes.Of(solution.Start)
	bytes, err := store.Size(db, info.Name)
	if err != nil {
		return summary{}, err
	}
	s := summary{
		Game: info.Name, label: info.Label(), Value: words.Outcome(info, start), Usual: info.UsualSpec(), Roles: info.Roles,
		Payoffs: payoffs(info, start), LineLength: start.Remoteness, WidestBounds: words.WidestBounds(info, &solution.Outcomes),
		States: solution.States(), Uninfluential: info.Uninfluential,
		Layers: len(solution.Layers), LayerName: info.LayerName, Tiers: sumTiers(solution.Tiers),
		Digest: fmt.Sprintf("%016x", solution.Digest), Method: solution.Method, Workers: solution.Workers,
		Seconds: solution.Elapsed.Seconds(), CPUSeconds: solution.CPU.Seconds(), PeakMemory: solution.PeakMemory,
		DiskBytes: bytes, BytesPerState: float64(bytes) / float64(solution.States()),
	}
	s.Sum = sumAt(info, "all terminal positions")
	s.Uncounted = solution.TerminalsOmitted && !solution.TerminalsCounted
	if solution.RawStates > 0 {
		s.RawStates = &solution.RawStates
	}
	if !s.Uncounted {
		s.Terminals = new(terminalsOf(solution))
	}
	if s.LineLength < 0 && !info.Stochastic && value.KindOf(info) != value.Alternating {
		b, err := solved.Open(db, v)
		if err != nil {
			return s, err
		}
		_, moves, err := b.Line("", math.MaxInt)
		if err := errors.Join(err, b.Close()); err != nil {
			return s, err
		}
		s.LineLength = len(moves)
	}
	return s, nil
}

func terminalsOf(solution *job.Solution) (n int64) {
	for i := range solution.Layers {
		n += solution.Layers[i].Terminals
	}
	for i := range solution.Tiers {
		n += solution.Tiers[i].Terminals
	}
	return n
}

// payoffs returns the exact payoff of each role, or an empty list if the outcome is
// unknown.
func payoffs(info *games.Info, o value.Outcome) []string {
	list := []string{}
	for role := range info.Roles {
		if o.Solved() {
			list = append(list, words.PayoffText(info, &o, role))
		}
	}
	return list
}

// printRow prints a row of a summary. If name is "", the row continues the previous
// one.
func (p *program) printRow(name, format string, args ...any) {
	p.out.PrintRow(fmt.Sprintf("  %-9s  ", name), fmt.Sprintf(format, args...))
}

func (p *program) printTime(seconds, cpu float64, speed string) {
	p.printRow("time", "%s%s", secondsText(seconds), speed)
	if cpu > 0 {
		p.printRow("", "%s of processor time", secondsText(cpu))
	}
}

func secondsText(seconds float64) string {
	return words.Seconds(time.Duration(seconds * float64(time.Second)))
}

func (p *program) printSummary(s summary) {
	p.printf("%s: %s\n", s.label, s.Value)
	if s.LineLength >= 0 {
		p.printRow("best line", "%s", words.Plural(int64(s.LineLength), "ply"))
	}
	if s.WidestBounds != nil {
		p.printRow("values", "%s", words.Precision(*s.WidestBounds))
	}
	if s.Uncounted {
		p.printRow("states", "%s up to symmetry; terminal states are not counted (see --count-terminals)", words.Thousands(s.States))
	} else {
		p.printRow("states", "%s up to symmetry, %s of them terminal", words.Thousands(s.States), words.Thousands(*s.Terminals))
	}
	if s.RawStates != nil {
		p.printRow("", "%s with symmetric states counted separately", words.Thousands(*s.RawStates))
	}
	if s.Uninfluential > 0 {
		p.printRow("", "%s; states that differ only in these count once", words.WithoutFluents(s.Uninfluential))
	}
	p.printSum(s.Sum)
	switch t := s.Tiers; {
	case t != nil:
		p.printRow("to move", "%s wins, %s losses, %s draws", words.Thousands(t.Wins), words.Thousands(t.Losses), words.Thousands(t.Draws))
		if t.LongestWin >= 0 {
			p.printRow("longest", "win in %s, loss in %d", words.Plural(int64(t.LongestWin), "ply"), t.LongestLoss)
		}
		p.printRow("tiers", "%d with %s indexes", t.Tiers, words.Thousands(int64(t.Indexes)))
	case s.LayerName != "": // games without layers can repeat positions
		p.printRow("layers", "%d (%s 0 to %d)", s.Layers, s.LayerName, s.Layers-1)
	}
	p.printRow("digest", "%s", s.Digest)
	speed := " with " + words.Plural(int64(s.Workers), "worker")
	if s.Seconds > 0 {
		speed += fmt.Sprintf(", %s states/s", terminal.Metric(float64(s.States)/s.Seconds))
	}
	p.printTime(s.Seconds, s.CPUSeconds, speed)
	if s.Solved {
		p.printRow("stored in", "%s", secondsText(s.StoreSeconds))
	}
	p.printRow("memory", "%s at most", words.Bytes(s.PeakMemory))
	p.printRow("on disk", "%s, %.2f bytes per state", words.Bytes(s.DiskBytes), s.BytesPerState)
	p.printRow("method", "%s", s.Method)
	p.printUsual(s.Usual)
}

// printUsual prints the command that solves the variant with the usual rules, unless
// spec is empty.
func (p *program) printUsual(spec string) {
	if spec != "" {
		p.printRow("variant", "not the usual rules; solve those with: zermelo solve %q", spec)
	}
}

// sumAt describes the positions where the sum of the payoffs was checked, or returns
// "" if the rules imply that it is constant.
func sumAt(info *games.Info, positions string) string {
	if !info.SumUnproven {
		return ""
	}
	return fmt.Sprintf("payoffs add up to %s at %s", words.Amount(info, info.Points(info.Total)), positions)
}

func (p *program) printSum(text string) {
	if text != "" {
		p.printRow("sum", "%s (checked)", text)
	}
}

type proofJSON struct {
	Game      string   `json:"game"`
	Value     string   `json:"value"`
	Usual     string   `json:"usual,omitempty"` // variant with the usual rules, if different
	Payoffs   []string `json:"payoffs"`
	Method    string   `json:"method"`
	Nodes     uint64   `json:"nodes"`
	Positions int64    `json:"positions"`  // number of positions for which the proof contains a move
	Plies     int      `json:"remoteness"` // length of play, or -1 if not proven
	Seconds   float64  `json:"seconds"`
	CPU       float64  `json:"cpu_seconds,omitempty"` // processor time, if measured
	Peak      int64    `json:"peak_memory"`           // maximum memory in bytes
	DiskBytes int64    `json:"disk_bytes"`
	Sum       string   `json:"sum,omitempty"` // checked property of the payoffs, in words
	// RepeatsUnproven is set if the rules may allow a position to repeat. The proof
	// is valid in either case, because its lines contain no repetition.
	RepeatsUnproven bool `json:"repeats_unproven,omitempty"`
}

// showProof prints the summary of a proof.
func (p *program) showProof(info *games.Info, s *store.Summary, flags solveOptions) error {
	solution := s.Solution
	o := proofJSON{
		Game: info.Name, Value: words.Outcome(info, s.Start), Usual: info.UsualSpec(), Payoffs: payoffs(info, s.Start), Method: solution.Method,
		Nodes: solution.Nodes, Positions: s.States, Plies: s.Start.Remoteness, Seconds: solution.Elapsed.Seconds(), CPU: solution.CPU.Seconds(),
		Peak: solution.PeakMemory, DiskBytes: s.Bytes, Sum: sumAt(info, "the terminal positions of the proof"), RepeatsUnproven: info.RepeatsUnproven && len(info.Roles) == 2,
	}
	return p.out.Show(o, func() {
		p.printf("%s: %s\n", info.Label(), o.Value)
		if len(info.Roles) == 1 {
			short := "not proven to be the shortest"
			if o.Plies >= 0 {
				short = "proven by the search to be the shortest"
			}
			p.printRow("proof", "a play of %s; %s", words.Plural(o.Positions, "ply"), short)
			p.printRow("searched", "%s", words.Plural(int64(o.Nodes), "position"))
			p.printCost(o, info, flags.tooLarge)
			return
		}
		if info.Simultaneous {
			p.printRow("proof", "by symmetry; the roles can be exchanged, so each secures half (without moves)")
			p.printCost(o, info, flags.tooLarge)
			return
		}
		switch drawn := s.Start.Pure[0] == s.Start.Pure[1]; {
		case o.Plies > 0:
		case o.RepeatsUnproven: // lengths are only defined for games with layers
		case !drawn:
			p.printRow("length", "not proven; prove it with: zermelo solve %q --method alphabeta --plies", info.Spec())
		case flags.plies:
			p.printRow("length", "not proven; the length of a draw requires a table (use --method table)")
		}
		p.printRow("proof", "a move for each of %s", words.Plural(o.Positions, "position"))
		p.printSum(o.Sum)
		if o.RepeatsUnproven {
			p.printRow("repeats", "none in the search or the proof; not proven to be impossible elsewhere")
		}
		p.printRow("searched", "%s", words.Plural(int64(o.Nodes), "position"))
		p.printCost(o, info, flags.tooLarge)
	})
}

// printCost prints the time, memory and disk space of a proof and the command that
// verifies it. Unless tooLarge is set, it also prints the command that builds a
// table.
func (p *program) printCost(o proofJSON, info *games.Info, tooLarge bool) {
	p.printTime(o.Seconds, o.CPU, "")
	p.printRow("memory", "%s at most", words.Bytes(o.Peak))
	p.printRow("on disk", "%s", words.Bytes(o.DiskBytes))
	p.printRow("method", "%s; check it with: zermelo verify %q", o.Method, info.Spec())
	if !tooLarge {
		p.printRow("table", "none; build one with: zermelo solve %q --method table", info.Spec())
	}
	p.printUsual(o.Usual)
}
