package command

import (
	"fmt"
	"time"

	"zermelo/games"
	"zermelo/reports"
	"zermelo/solver"
)

// summary is what is said about a solved game in short. As JSON it has stable
// field names.
type summary struct {
	Game          string   `json:"game"`
	Value         string   `json:"value"` // in words
	Roles         []string `json:"roles"`
	Payoffs       []string `json:"payoffs"` // exact, by role
	LineLength    int      `json:"line_length"`
	States        int64    `json:"states"` // up to symmetry
	Terminals     int64    `json:"terminals"`
	RawStates     int64    `json:"raw_states,omitempty"` // without symmetry; left out where that was too much to count
	Layers        int      `json:"layers"`
	LayerName     string   `json:"layer_name"`
	Digest        string   `json:"digest"` // 16 hexadecimal digits
	Method        string   `json:"method"`
	Workers       int      `json:"workers"`
	Seconds       float64  `json:"seconds"`                 // of solving, over all sittings
	StoreSeconds  float64  `json:"store_seconds,omitempty"` // of storing after that, if it was solved now
	PeakMemory    int64    `json:"peak_memory"`             // in bytes
	DiskBytes     int64    `json:"disk_bytes"`
	BytesPerState float64  `json:"bytes_per_state"`
	Solved        bool     `json:"solved_now"` // false: the table was there already
}

// summarize describes a solution whose best line has lineLength plies and
// whose table has diskBytes on disk.
func summarize(info *games.Info, solution *solver.Solution, lineLength int, diskBytes int64) summary {
	start := solution.Outcomes.Of(solution.Start)
	s := summary{
		Game: info.Name, Value: reports.Words(info, start), Roles: info.Roles, LineLength: lineLength,
		States: solution.States(), RawStates: solution.RawStates, Layers: len(solution.Layers), LayerName: info.LayerName,
		Digest: fmt.Sprintf("%016x", solution.Digest), Method: solution.Method, Workers: solution.Workers,
		Seconds: solution.Elapsed.Seconds(), PeakMemory: solution.PeakMemory, DiskBytes: diskBytes,
	}
	for role := range info.Roles {
		s.Payoffs = append(s.Payoffs, start.Payoff[role].RatString())
	}
	for i := range solution.Layers {
		s.Terminals += solution.Layers[i].Terminals
	}
	s.BytesPerState = float64(diskBytes) / float64(s.States)
	return s
}

// printSummary prints a summary for people.
func (p *program) printSummary(s summary) {
	elapsed := time.Duration(s.Seconds * float64(time.Second))
	speed := ""
	if s.Seconds > 0 {
		speed = fmt.Sprintf(", %s states/s", metric(float64(s.States)/s.Seconds))
	}
	p.printf("%s: %s\n", s.Game, s.Value)
	p.printf("  best line  %s\n", reports.Plural(int64(s.LineLength), "ply"))
	p.printf("  states     %s up to symmetry, %s of them terminal\n", reports.Thousands(s.States), reports.Thousands(s.Terminals))
	if s.RawStates > 0 {
		p.printf("             %s with symmetric ones counted each\n", reports.Thousands(s.RawStates))
	}
	p.printf("  layers     %d (%s 0 to %d)\n", s.Layers, s.LayerName, s.Layers-1)
	p.printf("  digest     %s\n", s.Digest)
	p.printf("  time       %s with %s%s\n", reports.Seconds(elapsed), reports.Plural(int64(s.Workers), "worker"), speed)
	if s.Solved {
		p.printf("  stored in  %s\n", reports.Seconds(time.Duration(s.StoreSeconds*float64(time.Second))))
	}
	p.printf("  memory     %s at most\n", reports.Bytes(s.PeakMemory))
	p.printf("  on disk    %s, %.2f bytes a state\n", reports.Bytes(s.DiskBytes), s.BytesPerState)
	p.printf("  method     %s\n", s.Method)
}
