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

// summary is what is said about a solved game in short. As JSON it has stable
// field names.
type summary struct {
	Game       string   `json:"game"`
	label      string   // Game as people read it
	Value      string   `json:"value"` // in words
	Roles      []string `json:"roles"`
	Payoffs    []string `json:"payoffs"`     // exact, by role
	LineLength int      `json:"line_length"` // -1: play never ends
	States     int64    `json:"states"`      // up to symmetry
	Terminals  int64    `json:"terminals"`
	Uncounted  bool     `json:"terminals_uncounted,omitempty"` // then all counts are of the other states
	RawStates  int64    `json:"raw_states,omitempty"`          // without symmetry; left out where that was too much to count
	// Uninfluential is the number of fluents of a rule sheet that are no part of a
	// state: states that differ in them alone are counted once.
	Uninfluential int       `json:"uninfluential_fluents,omitempty"`
	Sum           string    `json:"sum,omitempty"`           // where it is known, if it is not proven by the rules alone; see sumAt
	Reachable     int64     `json:"reachable,omitempty"`     // states that the start leads to, if they were counted
	RawReachable  int64     `json:"raw_reachable,omitempty"` // likewise without symmetry
	Layers        int       `json:"layers"`
	LayerName     string    `json:"layer_name"`
	Digest        string    `json:"digest"` // 16 hexadecimal digits
	Method        string    `json:"method"`
	Tiers         *tierSums `json:"tiers,omitempty"` // of games that are numbered tier by tier, which have no layers
	Workers       int       `json:"workers"`
	Seconds       float64   `json:"seconds"`                 // of solving, over all runs
	CPUSeconds    float64   `json:"cpu_seconds,omitempty"`   // likewise, where it was measured
	StoreSeconds  float64   `json:"store_seconds,omitempty"` // of storing after that, if it was solved now
	PeakMemory    int64     `json:"peak_memory"`             // in bytes
	DiskBytes     int64     `json:"disk_bytes"`
	BytesPerState float64   `json:"bytes_per_state"`
	Solved        bool      `json:"solved_now"` // false: the table was there already
}

// tierSums counts the positions of all tiers. Symmetric positions count once.
type tierSums struct {
	Tiers       int    `json:"tiers"`
	Indexes     uint64 `json:"indexes"` // used or not
	Wins        int64  `json:"wins"`    // for the player to move
	Losses      int64  `json:"losses"`
	Draws       int64  `json:"draws"`
	LongestWin  int    `json:"longest_win"` // in plies; -1: there is none
	LongestLoss int    `json:"longest_loss"`
}

// sumTiers adds up what was counted in tiers; nil if there are none.
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

// summarize describes a solution and its table. The line length is the remoteness of the
// start or, where chance decides it, the length of the most likely line.
func summarize(db string, v games.Variant, solution *job.Solution) (summary, error) {
	info := v.Info()
	start := solution.Outcomes.Of(solution.Start)
	bytes, err := store.Size(db, info.Name)
	if err != nil {
		return summary{}, err
	}
	s := summary{
		Game: info.Name, label: info.Label(), Value: words.Outcome(info, start), Roles: info.Roles,
		Payoffs: payoffs(info, start), LineLength: start.Remoteness,
		States: solution.States(), RawStates: solution.RawStates, Uninfluential: info.Uninfluential,
		Layers: len(solution.Layers), LayerName: info.LayerName, Tiers: sumTiers(solution.Tiers),
		Digest: fmt.Sprintf("%016x", solution.Digest), Method: solution.Method, Workers: solution.Workers,
		Seconds: solution.Elapsed.Seconds(), CPUSeconds: solution.CPU.Seconds(), PeakMemory: solution.PeakMemory,
		DiskBytes: bytes, BytesPerState: float64(bytes) / float64(solution.States()),
	}
	s.Sum = sumAt(info, "all ends")
	s.Uncounted = solution.EndsByRules && !solution.EndsCounted
	for i := range solution.Layers {
		s.Terminals += solution.Layers[i].Terminals
	}
	for i := range solution.Tiers {
		s.Terminals += solution.Tiers[i].Terminals
	}
	if s.LineLength < 0 && value.KindOf(info) != value.Alternating {
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

// payoffs are the exact payoffs of an outcome, by role; none where they are not known.
func payoffs(info *games.Info, o value.Outcome) []string {
	list := []string{}
	for role := range info.Roles {
		if o.Solved() {
			list = append(list, o.Payoff[role].RatString())
		}
	}
	return list
}

// printRow prints a row of a summary, the name "" for one that belongs to the row above.
func (p *program) printRow(name, format string, args ...any) {
	p.out.PrintRow(fmt.Sprintf("  %-9s  ", name), fmt.Sprintf(format, args...))
}

// printTime prints the rows for the time of a solve; speed follows the time.
func (p *program) printTime(seconds, cpu float64, speed string) {
	p.printRow("time", "%s%s", secondsText(seconds), speed)
	if cpu > 0 { // it was measured
		p.printRow("", "%s of processor time", secondsText(cpu))
	}
}

// secondsText writes seconds as a time.
func secondsText(seconds float64) string {
	return words.Seconds(time.Duration(seconds * float64(time.Second)))
}

// printSummary prints a summary for people.
func (p *program) printSummary(s summary) {
	p.printf("%s: %s\n", s.label, s.Value)
	if s.LineLength >= 0 {
		p.printRow("best line", "%s", words.Plural(int64(s.LineLength), "ply"))
	}
	if s.Uncounted {
		p.printRow("states", "%s up to symmetry; terminal ones are not counted (see --count-terminals)", words.Thousands(s.States))
	} else {
		p.printRow("states", "%s up to symmetry, %s of them terminal", words.Thousands(s.States), words.Thousands(s.Terminals))
	}
	if s.RawStates > 0 {
		p.printRow("", "%s with symmetric ones counted each", words.Thousands(s.RawStates))
	}
	if s.Uninfluential > 0 {
		p.printRow("", "%s: states that differ in them alone count once", words.WithoutFluents(s.Uninfluential))
	}
	if s.Reachable > 0 {
		p.printRow("reachable", "%s up to symmetry, %s with symmetric ones counted each", words.Thousands(s.Reachable), words.Thousands(s.RawReachable))
	}
	p.printSum(s.Sum)
	switch t := s.Tiers; {
	case t != nil:
		p.printRow("to move", "%s wins, %s losses, %s draws", words.Thousands(t.Wins), words.Thousands(t.Losses), words.Thousands(t.Draws))
		if t.LongestWin >= 0 {
			p.printRow("longest", "win in %s, loss in %d", words.Plural(int64(t.LongestWin), "ply"), t.LongestLoss)
		}
		p.printRow("tiers", "%d, of %s indexes", t.Tiers, words.Thousands(int64(t.Indexes)))
	case s.LayerName != "": // else positions can repeat, and all are in one layer
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
	p.printRow("on disk", "%s, %.2f bytes a state", words.Bytes(s.DiskBytes), s.BytesPerState)
	p.printRow("method", "%s", s.Method)
}

// sumAt says at which ends of play the payoffs add up to the total, "" for games whose rules
// say that they always do.
func sumAt(info *games.Info, ends string) string {
	if !info.SumUnproven {
		return ""
	}
	return fmt.Sprintf("payoffs add up to %d at %s", info.Total, ends)
}

// printSum prints what sumAt has said.
func (p *program) printSum(text string) {
	if text != "" {
		p.printRow("sum", "%s: each was checked", text)
	}
}

// proofJSON is the JSON form of a proof.
type proofJSON struct {
	Game      string   `json:"game"`
	Value     string   `json:"value"` // in words
	Payoffs   []string `json:"payoffs"`
	Method    string   `json:"method"`
	Nodes     uint64   `json:"nodes"`     // positions searched
	Positions int64    `json:"positions"` // that the proof has a move for
	Plies     int      `json:"plies"`     // length of play, or -1 where it is not proven
	Seconds   float64  `json:"seconds"`
	CPU       float64  `json:"cpu_seconds,omitempty"` // of processor time, where it was measured
	Peak      int64    `json:"peak_memory"`           // bytes
	DiskBytes int64    `json:"disk_bytes"`
	Sum       string   `json:"sum,omitempty"` // see sumAt
	// RepeatsUnproven says that it is not proven that no position comes back: none did on a
	// line of the search or of the proof, which needs no more.
	RepeatsUnproven bool `json:"repeats_unproven,omitempty"`
}

// showProof shows the summary of a proof. asked says that its length was asked for.
func (p *program) showProof(info *games.Info, s *store.Summary, asked bool) error {
	solution := s.Solution
	o := proofJSON{
		Game: info.Name, Value: words.Outcome(info, s.Start), Payoffs: payoffs(info, s.Start), Method: solution.Method,
		Nodes: solution.Nodes, Positions: s.States, Plies: s.Start.Remoteness, Seconds: solution.Elapsed.Seconds(), CPU: solution.CPU.Seconds(),
		Peak: solution.PeakMemory, DiskBytes: s.Bytes, Sum: sumAt(info, "the ends of the proof"), RepeatsUnproven: info.RepeatsUnproven && len(info.Roles) == 2,
	}
	return p.show(o, func() {
		p.printf("%s: %s\n", info.Label(), o.Value)
		if len(info.Roles) == 1 {
			short := "that none is shorter is not proven"
			if o.Plies >= 0 {
				short = "the search has proven that none is shorter"
			}
			p.printRow("proof", "a play of %s; %s", words.Plural(o.Positions, "ply"), short)
			p.printRow("searched", "%s", words.Plural(int64(o.Nodes), "position"))
			p.printCost(o, info)
			return
		}
		if info.Simultaneous {
			p.printRow("proof", "the roles can be exchanged: what one secures, the other does. It has no moves")
			p.printCost(o, info)
			return
		}
		switch drawn := s.Start.Pure[0] == s.Start.Pure[1]; {
		case o.Plies > 0:
		case o.RepeatsUnproven: // lengths take layers
		case !drawn:
			p.printRow("length", "not proven; prove it with: zermelo solve %q --method alphabeta --plies", info.Spec())
		case asked:
			p.printRow("length", "not proven: in a draw both take the shorter way, which takes a table: --method table")
		}
		p.printRow("proof", "a move for each of %s", words.Plural(o.Positions, "position"))
		p.printSum(o.Sum)
		if o.RepeatsUnproven {
			p.printRow("repeats", "no position comes back in the search and its proof; that none does elsewhere is not proven")
		}
		p.printRow("searched", "%s", words.Plural(int64(o.Nodes), "position"))
		p.printCost(o, info)
	})
}

// printCost prints what a proof took, and how to check it.
func (p *program) printCost(o proofJSON, info *games.Info) {
	p.printTime(o.Seconds, o.CPU, "")
	p.printRow("memory", "%s at most", words.Bytes(o.Peak))
	p.printRow("on disk", "%s", words.Bytes(o.DiskBytes))
	p.printRow("method", "%s; check it with: zermelo verify %q", o.Method, info.Spec())
}
