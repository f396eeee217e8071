package command

import (
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/store"
)

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
