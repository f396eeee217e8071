package command

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/author"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/words"
)

func (p *program) newGames() *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List games, options and presets",
		Long: `List the built-in games, their options with values and defaults, and the presets
(short names for games with certain options).

A game is written as NAME, as NAME:option=value,option=value, or as a preset.
Options that follow a preset override its own, as in PRESET:option=value.

Your own games are written as FILE.kif (a rule sheet), FILE.star (a script),
FILE.wasm (a module) or exec:PROGRAM. Games in the folder that ZERMELO_GAMES names
can be opened by name and are listed last.`,
		Example: `  zermelo games
  zermelo games --json
  zermelo rules breakthrough:size=5x5,captures=diagonal`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && p.isGame(args[0]) {
				return games.BadInput("unexpected argument %q; for the options of a game, run: zermelo rules %[1]q", games.Echo(args[0]))
			}
			return usage.NoArgs(cmd, args)
		},
		RunE: func(*cobra.Command, []string) error { return p.runGames() },
	}
}

func (p *program) runGames() error {
	if p.out.JSON {
		list, err := model.NewGameList(p.registry)
		if err != nil {
			return err
		}
		return p.out.PrintJSON(list)
	}
	columns := p.out.Columns()
	for _, e := range p.registry.Entries {
		var options [][2]string
		for _, o := range e.Options {
			options = append(options, [2]string{o.Name + "=" + o.Default, o.Help + " (" + o.Domain + ")"})
		}
		p.printf("%s%s\n", terminal.Wrap(e.Summary, e.Name+"  ", columns), terminal.Definitions(4, options, columns))
	}
	var presets [][2]string
	for _, preset := range p.registry.Presets {
		presets = append(presets, [2]string{preset.Name, preset.Summary + " (" + preset.Spec + ")"})
	}
	p.printf("Presets\n%s", terminal.Definitions(4, presets, columns))
	if folder := author.Folder(); folder != "" {
		found := "none yet; create one with: zermelo new NAME"
		if files := author.InFolder(folder); len(files) > 0 {
			found = strings.Join(files, ", ")
		}
		p.printf("\nYour own games in %s (set by %s): %s\n", folder, author.FolderVariable, found)
	}
	return nil
}

func (p *program) newRules() *cobra.Command {
	return &cobra.Command{
		Use:   "rules GAME",
		Short: "Explain the rules of a game",
		Long: `Explain the rules of a game: its roles, moves, end and payoffs.

The page also lists the value and default of each option, and the symmetries
under which positions count as equal.`,
		Example: `  zermelo rules tron
  zermelo rules tron:turns=simultaneous,walls=ring
  zermelo rules snake2p --json`,
		Args: usage.Args(1, 1, "one game", "zermelo rules tron"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runRules(cmd.Context(), args[0]) },
	}
}

type rulesJSON struct {
	Game         string          `json:"game"`
	Title        string          `json:"title"`
	Roles        []string        `json:"roles"`
	Simultaneous bool            `json:"simultaneous"`
	Stochastic   bool            `json:"stochastic"` // whether the game has random moves
	GeneralSum   bool            `json:"general_sum"`
	Total        *float64        `json:"total,omitempty"` // sum of the payoffs, if it is constant
	Unit         string          `json:"unit"`            // unit of the payoffs in the plural, such as seeds
	Rules        []string        `json:"rules"`
	Options      []model.Setting `json:"options"`
	Symmetry     string          `json:"symmetry"`
}

func (p *program) runRules(ctx context.Context, spec string) error {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	info := v.Info()
	j := rulesJSON{
		Game: info.Name, Title: info.Title, Roles: info.Roles, Simultaneous: info.Simultaneous, Stochastic: info.Stochastic,
		GeneralSum: info.GeneralSum, Rules: info.Rules, Options: []model.Setting{}, Symmetry: info.Symmetry, Unit: words.Units(info),
	}
	if !info.GeneralSum {
		j.Total = new(info.Points(info.Total))
	}
	for _, s := range info.Options {
		j.Options = append(j.Options, model.Setting{Name: s.Name, Value: s.Value, Default: s.Default, Help: s.Help})
	}
	return p.out.Show(j, func() { p.printRules(info) })
}

func (p *program) printRules(info *games.Info) {
	name, columns := info.Name, p.out.Columns()
	if info.Preset != "" {
		name = info.Preset + ", which is " + name
	}
	p.printf("%s (%s)\n", info.Title, name)
	for _, paragraph := range info.Rules {
		p.printf("\n%s", terminal.Wrap(paragraph, "", columns))
	}
	p.printf("\nRoles     %s\nPayoffs   in %s\n", strings.Join(info.Roles, ", "), words.Units(info))
	p.printf("%s", terminal.Wrap(cmp.Or(info.Symmetry, "none"), "Symmetry  ", columns))
	if len(info.Options) == 0 {
		return
	}
	var options [][2]string
	for _, s := range info.Options {
		note := " (the default)"
		if s.Value != s.Default {
			note = " (default " + s.Default + ")"
		}
		options = append(options, [2]string{s.Name + "=" + s.Value, s.Help + note})
	}
	p.printf("\nOptions in force\n%s", terminal.Definitions(2, options, columns))
}
