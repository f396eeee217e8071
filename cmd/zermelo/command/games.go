package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/reports/model"
)

const gamesLong = `List the games with their options, the values and default of each option, and
the presets: names for a game with certain options.

Write a game as NAME or NAME:option=value,option=value. A preset is a name like
any other; options after it override its own.`

const gamesExample = `  zermelo games
  zermelo games --json
  zermelo rules breakthrough:size=5x5,captures=diagonal`

func (p *program) newGames() *cobra.Command {
	return &cobra.Command{
		Use:     "games",
		Short:   "List games, options and presets",
		Long:    gamesLong,
		Example: gamesExample,
		Args:    usage.Args(0, 0, "", ""),
		RunE:    func(*cobra.Command, []string) error { return p.runGames() },
	}
}

func (p *program) runGames() error {
	if p.json {
		list, err := model.NewGameList(p.registry)
		if err != nil {
			return err
		}
		return p.printJSON(list)
	}
	for _, e := range p.registry.Entries {
		p.printf("%s", terminal.Wrap(e.Summary, e.Name+"  ", terminal.LineWidth))
		width := 0
		for _, o := range e.Options {
			width = max(width, len(o.Name)+1+len(o.Default))
		}
		for _, o := range e.Options {
			label := fmt.Sprintf("    %-*s  ", width, o.Name+"="+o.Default)
			p.printf("%s", terminal.Wrap(o.Help+" ("+o.Domain+")", label, terminal.LineWidth))
		}
		p.printf("\n")
	}
	p.printf("Presets\n")
	width := 0
	for _, preset := range p.registry.Presets {
		width = max(width, len(preset.Name))
	}
	for _, preset := range p.registry.Presets {
		p.printf("    %-*s  %s\n", width, preset.Name, preset.Spec)
		p.printf("%s", terminal.Wrap(preset.Summary, fmt.Sprintf("    %*s  ", width, ""), terminal.LineWidth))
	}
	return nil
}
