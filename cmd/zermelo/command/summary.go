package command

import (
	"fmt"
	"time"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/retro"
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
	RawStates  int64    `json:"raw_states,omitempty"` // without symmetry; left out where that was too much to count
	// Uninfluential is the number of fluents of a rule sheet that are no part of a
	// state: states that differ in them alone are counted once.
	Uninfluential int       `json:"uninfluential_fluents,omitempty"`
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

// summarize describes a solution whose best line has lineLength plies and
// whose table has diskBytes on disk.
func summarize(info *games.Info, solution *job.Solution, lineLength int, diskBytes int64) summary {
	start := solution.Outcomes.Of(solution.Start)
	s := summary{
		Game: info.Name, label: info.Label(), Value: words.Outcome(info, start), Roles: info.Roles, LineLength: lineLength,
		States: solution.States(), RawStates: solution.RawStates, Uninfluential: info.Uninfluential, Layers: len(solution.Layers), LayerName: info.LayerName,
		Digest: fmt.Sprintf("%016x", solution.Digest), Method: solution.Method, Workers: solution.Workers,
		Tiers: sumTiers(solution.Tiers), CPUSeconds: solution.CPU.Seconds(),
		Seconds: solution.Elapsed.Seconds(), PeakMemory: solution.PeakMemory, DiskBytes: diskBytes,
	}
	for role := range info.Roles {
		s.Payoffs = append(s.Payoffs, start.Payoff[role].RatString())
	}
	for i := range solution.Layers {
		s.Terminals += solution.Layers[i].Terminals
	}
	for i := range solution.Tiers {
		s.Terminals += solution.Tiers[i].Terminals
	}
	s.BytesPerState = float64(diskBytes) / float64(s.States)
	return s
}

// addReached notes how many states the start leads to: all, if they were not
// counted by tier.
func (s *summary) addReached(tiers []retro.Reached) {
	if tiers == nil {
		s.Reachable, s.RawReachable = s.States, s.RawStates
		return
	}
	for _, t := range tiers {
		s.Reachable += t.Indexes
		s.RawReachable += t.Positions
	}
}

// printSummary prints a summary for people.
func (p *program) printSummary(s summary) {
	elapsed := time.Duration(s.Seconds * float64(time.Second))
	speed := ""
	if s.Seconds > 0 {
		speed = fmt.Sprintf(", %s states/s", terminal.Metric(float64(s.States)/s.Seconds))
	}
	p.printf("%s: %s\n", s.label, s.Value)
	if s.LineLength >= 0 {
		p.printf("  best line  %s\n", words.Plural(int64(s.LineLength), "ply"))
	}
	p.printf("  states     %s up to symmetry, %s of them terminal\n", words.Thousands(s.States), words.Thousands(s.Terminals))
	if s.RawStates > 0 {
		p.printf("             %s with symmetric ones counted each\n", words.Thousands(s.RawStates))
	}
	if s.Uninfluential > 0 {
		p.printf("             %s: states that differ in them alone count once\n", words.WithoutFluents(s.Uninfluential))
	}
	if s.Reachable > 0 {
		p.printf("  reachable  %s up to symmetry, %s with symmetric ones counted each\n", words.Thousands(s.Reachable), words.Thousands(s.RawReachable))
	}
	switch {
	case s.Tiers != nil:
		p.printTiers(s.Tiers)
	case s.LayerName != "": // else positions can repeat, and all are in one layer
		p.printf("  layers     %d (%s 0 to %d)\n", s.Layers, s.LayerName, s.Layers-1)
	}
	p.printf("  digest     %s\n", s.Digest)
	p.printf("  time       %s with %s%s\n", words.Seconds(elapsed), words.Plural(int64(s.Workers), "worker"), speed)
	if s.CPUSeconds > 0 {
		p.printf("             %s of processor time\n", words.Seconds(time.Duration(s.CPUSeconds*float64(time.Second))))
	}
	if s.Solved {
		p.printf("  stored in  %s\n", words.Seconds(time.Duration(s.StoreSeconds*float64(time.Second))))
	}
	p.printf("  memory     %s at most\n", words.Bytes(s.PeakMemory))
	p.printf("  on disk    %s, %.2f bytes a state\n", words.Bytes(s.DiskBytes), s.BytesPerState)
	p.printf("  method     %s\n", s.Method)
}

// printTiers prints what was counted in tiers.
func (p *program) printTiers(s *tierSums) {
	p.printf("  to move    %s wins, %s losses, %s draws\n", words.Thousands(s.Wins), words.Thousands(s.Losses), words.Thousands(s.Draws))
	if s.LongestWin >= 0 {
		p.printf("  longest    win in %s, loss in %d\n", words.Plural(int64(s.LongestWin), "ply"), s.LongestLoss)
	}
	p.printf("  tiers      %d, of %s indexes\n", s.Tiers, words.Thousands(int64(s.Indexes)))
}
