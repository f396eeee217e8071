package command

import (
	"fmt"

	"zermelo/games"
	"zermelo/reports"
	"zermelo/solver"
)

// untilJSON is the JSON form of what solve --until has done.
type untilJSON struct {
	Game  string     `json:"game"`
	Until string     `json:"until"`
	Tiers []tierJSON `json:"tiers"`
}

// showUntil prints the tiers up to one.
func (p *program) showUntil(info *games.Info, until string, tiers []solver.SolvedTier) error {
	list := untilJSON{Game: info.Name, Until: until}
	for _, t := range tiers {
		list.Tiers = append(list.Tiers, solvedTier(t))
	}
	if p.json {
		return p.printJSON(list)
	}
	p.printf("%s: solved until tier %s\n\n", info.Name, until)
	cells := [][]string{{"TIER", "INDEXES", "STATES", "WINS", "LOSSES", "DRAWS", "LONGEST", "DIGEST"}}
	for _, t := range list.Tiers {
		cells = append(cells, []string{t.Tier, reports.Thousands(int64(t.Indexes)), reports.Thousands(t.States),
			reports.Thousands(t.Wins), reports.Thousands(t.Losses), reports.Thousands(t.Draws), fmt.Sprint(t.Longest), t.Digest})
	}
	p.printColumns(cells)
	p.printf("\nTo go on to the end: zermelo solve %q\n", info.Name)
	return nil
}
