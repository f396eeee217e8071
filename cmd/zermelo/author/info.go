package author

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/statemachine"
	"zermelo/reports/words"
)

func (e *Env) newInfo() *cobra.Command {
	return &cobra.Command{
		Use:   "info GAME",
		Short: "Show the properties of a game",
		Long: `Show the properties of a game: its roles and payoffs, whether the roles move in
turn, whether positions can repeat, the size of a position, and the start
position.

For a rule sheet, info also shows the number of fluents and moves, the size of
the compiled rules, symmetries and warnings. It proves these properties from the
rules, or by visiting all positions, and marks the unproven ones.`,
		Example: `  zermelo info tron
  zermelo info mygame.star
  zermelo info ticTacToe.kif --json`,
		Args: usage.Args(1, 1, "one game", "zermelo info tron"),
		RunE: func(cmd *cobra.Command, args []string) error { return e.runInfo(cmd.Context(), args[0]) },
	}
}

type infoJSON struct {
	Game  string   `json:"game"`
	Roles []string `json:"roles"`
	Start string   `json:"start"` // start position
	// Problem is the reason why a rule sheet cannot be solved. If it is set, the
	// following properties are undefined.
	Problem string `json:"problem"`

	Simultaneous bool      `json:"simultaneous"`
	Stochastic   bool      `json:"stochastic"` // whether the game has random moves
	GeneralSum   bool      `json:"general_sum"`
	SumUnproven  bool      `json:"sum_unproven"` // whether the sum of the payoffs is not proven to be constant
	Total        float64   `json:"total"`        // sum of the payoffs, if it is constant
	Payoffs      []float64 `json:"payoffs"`      // payoffs of the first role; empty if unknown
	Unit         string    `json:"unit"`         // unit of the payoffs in the plural, such as seeds
	Layered      bool      `json:"layered"`      // moves lead to later layers, so positions cannot repeat
	LayerName    string    `json:"layer_name"`
	Words        int       `json:"words"` // number of 64-bit words in a position
	// RepeatsUnproven is set if the game has no layers and it is not known whether
	// its positions can repeat.
	RepeatsUnproven bool `json:"repeats_unproven"`

	*sheetInfoJSON // nil unless the game is a rule sheet
	symmetry       string
	total          string // Total with the unit
}

// sheetInfoJSON holds properties that only rule sheets have.
type sheetInfoJSON struct {
	Fluents        int     `json:"fluents"`         // number of fluents
	Moves          []int   `json:"moves"`           // number of moves, by role; random comes last
	Rules          int     `json:"rules"`           // number of rules without variables
	Nodes          int     `json:"nodes"`           // number of nodes of the network
	CompileSeconds float64 `json:"compile_seconds"` // time for grounding and compiling
	ProveSeconds   float64 `json:"prove_seconds"`   // time for proving properties and packing positions

	Bits     int `json:"bits"`             // number of bits in a position
	Fields   int `json:"fields"`           // number of fields in a position
	Constant int `json:"constant_fluents"` // number of fluents that never change
	// Dead is the number of fluents without influence, which positions omit.
	Dead int `json:"dead_fluents"`
	// Warnings describes errors that may occur in play.
	Warnings []string `json:"warnings"`
	// Symmetries is the number of symmetries, including the identity.
	Symmetries float64 `json:"symmetries"`
	// SymmetriesUsed is the number of symmetries that are used to reduce the
	// number of positions.
	SymmetriesUsed int `json:"symmetries_used"`
}

func (e *Env) runInfo(ctx context.Context, spec string) error {
	j := &infoJSON{Payoffs: []float64{}}
	if path, ok := e.sheetSpec(spec); ok {
		err := e.withMachine(ctx, path, func(m *statemachine.Machine, options string) error { return j.addSheet(ctx, m, path, options) })
		if err != nil {
			return err
		}
	} else {
		v, err := e.Open(ctx, spec)
		if err != nil {
			return err
		}
		j.addGame(v)
		j.Start = games.ByState(v, startOf[uint64], startOf[[2]uint64], startOf[[4]uint64])
		if err := games.Failure(v); err != nil {
			return err
		}
	}
	return e.Out.Show(j, func() { j.print(e.Out) })
}

func startOf[S games.State](g games.Game[S]) string {
	return games.NotationOf(g).FormatState(g.Start())
}

func (j *infoJSON) addSheet(ctx context.Context, m *statemachine.Machine, spec, options string) error {
	if err := m.Sheet.CheckPerfect(); err != nil {
		return err
	}
	s := &sheetInfoJSON{Fluents: len(m.Fluents), Rules: m.Rules, Nodes: m.Nodes(), CompileSeconds: m.Elapsed.Seconds(), Warnings: []string{}}
	j.sheetInfoJSON = s
	j.Game, j.Roles, j.Start = m.Name, m.Roles, gdl.NewNotation(m).Format(m.Initial)
	for _, moves := range m.Moves {
		s.Moves = append(s.Moves, len(moves))
	}
	began := time.Now()
	v, err := gdl.OpenCompiled(ctx, m, spec)
	s.ProveSeconds = time.Since(began).Seconds()
	if err != nil && (ctx.Err() != nil || options != "") {
		return err
	}
	if err != nil {
		j.Problem = err.Error()
		return nil
	}
	j.addGame(v)
	described := v.(gdl.Described)
	for _, d := range described.Caveats() {
		s.Warnings = append(s.Warnings, d.Text)
	}
	packing, symmetries := described.Packing(), described.Symmetries()
	s.Bits, s.Fields, s.Constant, s.Dead = packing.Bits, packing.Fields, packing.Constant, packing.Dead
	s.Symmetries, s.SymmetriesUsed = symmetries.Order, symmetries.Used
	j.symmetry = s.symmetryText()
	return nil
}

func (j *infoJSON) addGame(v games.Variant) {
	info := v.Info()
	j.Game, j.Roles = info.Name, info.Roles
	j.Simultaneous, j.Stochastic, j.GeneralSum, j.SumUnproven, j.Total = info.Simultaneous, info.Stochastic, info.GeneralSum, info.SumUnproven, info.Points(info.Total)
	for _, p := range info.Payoffs {
		j.Payoffs = append(j.Payoffs, info.Points(p))
	}
	j.Unit, j.total = words.Units(info), words.Amount(info, j.Total)
	j.RepeatsUnproven = info.RepeatsUnproven
	if _, ok := v.(interface{ Span() int }); ok {
		j.Layered, j.LayerName = true, info.LayerName
	}
	j.Words = games.WordsOf(v)
	j.symmetry = cmp.Or(info.Symmetry, "none")
}

func (j *infoJSON) print(out *terminal.Output) {
	line := func(name, format string, args ...any) {
		out.Printf("%s", terminal.Wrap(fmt.Sprintf(format, args...), fmt.Sprintf("  %-9s  ", name), terminal.LineWidth))
	}
	out.Printf("%s\n", j.Game)
	line("roles", "%s", strings.Join(j.Roles, ", "))
	if j.Problem != "" {
		line("problem", "%s", j.Problem)
	} else {
		line("kind", "%s", j.kind())
		line("layers", "%s", j.layers())
	}
	if j.sheetInfoJSON != nil {
		j.printSheet(line)
	}
	if j.Problem == "" {
		size := words.Plural(int64(j.Words), "word")
		if s := j.sheetInfoJSON; s != nil {
			size = fmt.Sprintf("%s in %s, %s", words.Plural(int64(s.Bits), "bit"), size, words.Plural(int64(s.Fields), "field"))
		}
		line("position", "%s", size)
		line("symmetry", "%s", j.symmetry)
	}
	if s := j.sheetInfoJSON; s != nil {
		for _, w := range s.Warnings {
			line("warning", "%s", w)
		}
		line("time", "%.0f ms to compile, %.0f ms to prove", s.CompileSeconds*1000, s.ProveSeconds*1000)
		line("start", "%s", strings.ReplaceAll(j.Start, ",", " "))
		return
	}
	line("start", "%s", j.Start)
}

func (j *infoJSON) printSheet(line func(name, format string, args ...any)) {
	fluents := words.Thousands(int64(j.Fluents))
	if j.Problem == "" {
		fluents += fmt.Sprintf("; %s never change, %s have no influence", words.Thousands(int64(j.Constant)), words.Thousands(int64(j.Dead)))
		if j.Dead > 0 {
			fluents += " and are not part of a position"
		}
	}
	line("fluents", "%s", fluents)
	var moves []string
	for role, n := range j.Moves {
		name := "random"
		if role < len(j.Roles) {
			name = j.Roles[role]
		}
		moves = append(moves, words.Thousands(int64(n))+" for "+name)
	}
	line("moves", "%s", strings.Join(moves, ", "))
	line("rules", "%s without variables", words.Thousands(int64(j.Rules)))
	line("network", "%s", words.Plural(int64(j.Nodes), "node"))
}

func (j *infoJSON) layers() string {
	switch {
	case j.Layered:
		return "no position repeats (layers: " + j.LayerName + ")"
	case j.Simultaneous || j.GeneralSum:
		return j.repetition() + "; solve stores only the values it can prove"
	case j.RepeatsUnproven && len(j.Roles) == 2:
		return j.repetition() + "; a search stops at a repeated position"
	}
	return j.repetition()
}

func (j *infoJSON) repetition() string {
	return "none found: " + (&games.Info{RepeatsUnproven: j.RepeatsUnproven}).Repetition()
}

func (s *sheetInfoJSON) symmetryText() string {
	if s.Symmetries == 1 {
		return "none found"
	}
	used := "all used"
	if float64(s.SymmetriesUsed) != s.Symmetries {
		used = fmt.Sprintf("%d of them used", s.SymmetriesUsed)
	}
	return fmt.Sprintf("%.6g permutations of the fluents, %s", s.Symmetries, used)
}

func (j *infoJSON) kind() string {
	payoffs := strings.Trim(strings.ReplaceAll(fmt.Sprint(j.Payoffs), " ", ", "), "[]")
	turns := "in turn"
	if j.Simultaneous {
		turns = "simultaneously"
	}
	if j.Stochastic {
		turns += " with random moves in between"
	}
	switch {
	case len(j.Roles) == 1:
		if payoffs != "" {
			payoffs += " " + j.Unit
		}
		player := "one player"
		if j.Stochastic {
			player += " and random moves"
		}
		return player + ", with payoffs " + cmp.Or(payoffs, "of any value")
	case j.GeneralSum:
		return fmt.Sprintf("the players move %s, payoffs may have any sum", turns)
	}
	sure := ""
	if j.SumUnproven {
		sure = " (not proven)"
	}
	if payoffs != "" {
		sure += ": " + j.Roles[0] + " gets " + payoffs
	}
	return fmt.Sprintf("the players move %s, payoffs add up to %s%s", turns, j.total, sure)
}
