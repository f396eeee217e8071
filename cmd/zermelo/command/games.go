package command

import (
	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/reports/model"
)

func (p *program) newGames() *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List games, options and presets",
		Long: `List the games with their options, the values and default of each option, and
the presets: names for a game with certain options.

Write a game as NAME or NAME:option=value,option=value. A preset is a name like
any other; options after it override its own.`,
		Example: `  zermelo games
  zermelo games --json
  zermelo rules breakthrough:size=5x5,captures=diagonal`,
		Args: usage.Args(0, 0, "", ""),
		RunE: func(*cobra.Command, []string) error { return p.runGames() },
	}
}

func (p *program) runGames() error {
	if p.json {
		list, err := model.NewGameList(p.registry)
		if err != nil {
			return err
		}
		return p.out.PrintJSON(list)
	}
	for _, e := range p.registry.Entries {
		var options [][2]string
		for _, o := range e.Options {
			options = append(options, [2]string{o.Name + "=" + o.Default, o.Help + " (" + o.Domain + ")"})
		}
		p.printf("%s%s\n", terminal.Wrap(e.Summary, e.Name+"  ", terminal.LineWidth), terminal.Definitions(4, options))
	}
	var presets [][2]string
	for _, preset := range p.registry.Presets {
		presets = append(presets, [2]string{preset.Name, preset.Summary + " (" + preset.Spec + ")"})
	}
	p.printf("Presets\n%s", terminal.Definitions(4, presets))
	return nil
}
