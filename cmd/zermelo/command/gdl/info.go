package gdl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/reports/words"
)

const infoLong = `Show what is known about a rule sheet: the kind of game, the number of fluents
and moves, the size of the grounded rules, and how positions are packed. All of
it is proven from the rules, or found by visiting all positions; what is not
proven is marked.`

const infoExample = `  zermelo gdl info ticTacToe.kif
  zermelo gdl info breakthrough.kif --json`

func (e *env) newInfo() *cobra.Command {
	return e.command(&cobra.Command{
		Use: "info FILE", Short: "Show what is known about a rule sheet", Long: infoLong, Example: infoExample,
		Args: usage.Args(1, 1, "one rule sheet", "zermelo gdl info ticTacToe.kif"),
	}, e.runInfo)
}

// sheetInfoJSON is the JSON form of what is known of a sheet. What follows
// Start is there only if Problem is empty.
type sheetInfoJSON struct {
	Game    string   `json:"game"`
	Roles   []string `json:"roles"`
	Fluents int      `json:"fluents"`
	Moves   []int    `json:"moves"` // of each role
	Rules   int      `json:"rules"` // without variables
	Nodes   int      `json:"nodes"` // of the network
	Start   string   `json:"start"`
	// CompileSeconds is for grounding and compiling, ProveSeconds for finding
	// the kind of game and a packing.
	CompileSeconds float64 `json:"compile_seconds"`
	ProveSeconds   float64 `json:"prove_seconds"`
	Problem        string  `json:"problem"` // why the game cannot be solved

	Simultaneous bool   `json:"simultaneous"`
	GeneralSum   bool   `json:"general_sum"`
	SumUnproven  bool   `json:"sum_unproven"` // that payoffs always add up to Total
	Total        int    `json:"total"`
	Payoffs      []int  `json:"payoffs"` // of the first role
	Layered      bool   `json:"layered"`
	LayerName    string `json:"layer_name"`
	Bits         int    `json:"bits"` // of a state
	Words        int    `json:"words"`
	Fields       int    `json:"fields"`
	Constant     int    `json:"constant_fluents"`
	// Dead fluents are no part of a position: positions that differ in them alone
	// are counted once.
	Dead int `json:"dead_fluents"`
	// Warnings are what can go wrong in play, or is not proven not to.
	Warnings []string `json:"warnings"`
	// RepeatsUnproven says of a game without layers that it is not known whether
	// its positions can come back.
	RepeatsUnproven bool `json:"repeats_unproven"`
	// Symmetries is the number of symmetries found, the one that moves nothing
	// included, SymmetriesUsed the number of those that are made use of.
	Symmetries     float64 `json:"symmetries"`
	SymmetriesUsed int     `json:"symmetries_used"`
	// Form is the SHA-256 of the rules without names and order, Preset the built-in
	// game that has such rules; they are empty if not known.
	Form   string `json:"form"`
	Preset string `json:"preset"`

	lifted bool // it is not compiled
}

func (e *env) runInfo(ctx context.Context, files []string, limits work.Limits) error {
	m, err := gdl.Load(ctx, files[0], limits)
	if err != nil {
		return e.runLiftedInfo(ctx, files[0], limits, err)
	}
	if err := m.Sheet.CheckPerfect(); err != nil {
		return err
	}
	j := sheetInfoJSON{
		Game: m.Name, Roles: m.Roles, Fluents: len(m.Fluents), Rules: m.Rules, Nodes: m.Nodes(),
		Start: gdl.NewWords(m).Format(m.Initial), CompileSeconds: m.Elapsed.Seconds(), Payoffs: []int{}, Warnings: []string{},
	}
	for _, moves := range m.Moves {
		j.Moves = append(j.Moves, len(moves))
	}
	began := time.Now()
	v, err := gdl.Open(ctx, m)
	j.ProveSeconds = time.Since(began).Seconds()
	if ctx.Err() != nil {
		return err
	}
	form, stopped := gdl.FormOf(ctx, m)
	if stopped != nil {
		return stopped
	}
	j.Form, j.Preset = form, gdl.PresetOf(form)
	if err != nil {
		j.Problem = err.Error()
	} else {
		j.addGame(v)
	}
	return e.showSheetInfo(j)
}

func (e *env) showSheetInfo(j sheetInfoJSON) error {
	if *e.json {
		return e.out.PrintJSON(j)
	}
	e.printSheetInfo(j)
	return nil
}

// runLiftedInfo is for a sheet that cannot be compiled.
func (e *env) runLiftedInfo(ctx context.Context, file string, limits work.Limits, why error) error {
	v, err := gdl.OpenLifted(ctx, file, limits, why)
	if err != nil {
		return err
	}
	g := v.(games.Game[uint64])
	j := sheetInfoJSON{
		Game: v.Info().Name, Roles: v.Info().Roles, Moves: []int{}, Start: games.NotationOf(g).FormatState(g.Start()), Payoffs: []int{}, Warnings: []string{}, lifted: true,
	}
	j.addGame(v)
	return e.showSheetInfo(j)
}

// addGame adds what is known of a game that can be solved.
func (j *sheetInfoJSON) addGame(v games.Variant) {
	info := v.Info()
	j.Simultaneous, j.GeneralSum, j.SumUnproven, j.Total = info.Simultaneous, info.GeneralSum, info.SumUnproven, info.Total
	j.Payoffs = append(j.Payoffs, info.Payoffs...)
	j.RepeatsUnproven = info.RepeatsUnproven
	described := v.(gdl.Described)
	for _, d := range described.Doubts() {
		j.Warnings = append(j.Warnings, d.Text)
	}
	if _, ok := v.(interface{ Span() int }); ok {
		j.Layered, j.LayerName = true, info.LayerName
	}
	packing, symmetries := described.Packing(), described.Symmetries()
	j.Bits, j.Fields, j.Constant, j.Dead = packing.Bits, packing.Fields, packing.Constant, packing.Dead
	j.Symmetries, j.SymmetriesUsed = symmetries.Order, symmetries.Used
	j.Words = games.WordsOf(v)
}

func (e *env) printSheetInfo(j sheetInfoJSON) {
	line := func(name, format string, args ...any) {
		e.out.Printf("%s", terminal.Wrap(fmt.Sprintf(format, args...), fmt.Sprintf("  %-9s  ", name), terminal.LineWidth))
	}
	e.out.Printf("%s\n", j.Game)
	line("roles", "%s", strings.Join(j.Roles, ", "))
	if j.Problem == "" {
		line("kind", "%s", j.kind())
		if j.Layered {
			line("layers", "no position comes back: each ply leads to a later %s", j.LayerName)
		} else {
			hard := ""
			if j.RepeatsUnproven && len(j.Roles) == 2 {
				hard = ". A search stops where one does"
			}
			if j.Simultaneous || j.GeneralSum {
				hard = ". Where several roles choose at once or payoffs have any sum, zermelo solve proves what it can, and tells what it cannot"
			}
			line("layers", "none found: %s%s", (&games.Info{RepeatsUnproven: j.RepeatsUnproven}).Repetition(), hard)
		}
		if j.lifted {
			j.printEnd(line)
			return
		}
		dead := ""
		if j.Dead > 0 {
			dead = ": these are left out of positions, so that positions that differ in them alone count once"
		}
		line("fluents", "%s, of which %s never change and %s have no influence%s", words.Thousands(int64(j.Fluents)),
			words.Thousands(int64(j.Constant)), words.Thousands(int64(j.Dead)), dead)
	} else {
		line("problem", "%s", j.Problem)
		line("fluents", "%s", words.Thousands(int64(j.Fluents)))
	}
	var moves []string
	for role, n := range j.Moves {
		moves = append(moves, words.Thousands(int64(n))+" for "+j.Roles[role])
	}
	line("moves", "%s", strings.Join(moves, ", "))
	line("rules", "%s without variables", words.Thousands(int64(j.Rules)))
	line("network", "%s", words.Plural(int64(j.Nodes), "node"))
	if j.Problem == "" {
		line("position", "%s in %s, %s", words.Plural(int64(j.Bits), "bit"), words.Plural(int64(j.Words), "word"), words.Plural(int64(j.Fields), "field"))
		line("symmetry", "%s", j.symmetry())
	}
	if j.Preset != "" {
		line("same as", "the game %s: zermelo rules %s", j.Preset, j.Preset)
	}
	j.printEnd(line)
}

// printEnd prints what is known of all sheets.
func (j *sheetInfoJSON) printEnd(line func(name, format string, args ...any)) {
	for _, w := range j.Warnings {
		line("warning", "%s", w)
	}
	if !j.lifted {
		line("time", "%.0f ms to compile, %.0f ms to prove", j.CompileSeconds*1000, j.ProveSeconds*1000)
	}
	line("start", "%s", strings.ReplaceAll(j.Start, ",", " "))
}

// symmetry is what is said of the symmetries.
func (j *sheetInfoJSON) symmetry() string {
	if j.Symmetries == 1 {
		return "none found"
	}
	used := "all used"
	if float64(j.SymmetriesUsed) != j.Symmetries {
		used = fmt.Sprintf("%d of them used", j.SymmetriesUsed)
	}
	return fmt.Sprintf("%.6g permutations of the fluents, %s", j.Symmetries, used)
}

// kind is the kind of game in words.
func (j *sheetInfoJSON) kind() string {
	payoffs := strings.Trim(strings.ReplaceAll(fmt.Sprint(j.Payoffs), " ", ", "), "[]")
	if len(j.Roles) == 1 {
		return "one player, who gets " + payoffs
	}
	turns := "in turn"
	if j.Simultaneous {
		turns = "at once"
	}
	if j.GeneralSum {
		return fmt.Sprintf("the players move %s, payoffs of any sum", turns)
	}
	sure := ""
	if j.SumUnproven {
		sure = ", as far as is known"
	}
	return fmt.Sprintf("the players move %s, payoffs add up to %d%s: %s gets %s", turns, j.Total, sure, j.Roles[0], payoffs)
}
