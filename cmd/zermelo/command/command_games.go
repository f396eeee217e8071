package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"zermelo/reports/model"
)

const gamesLong = `Games lists the games with their options, the values that each option takes,
its default, and the presets: names for a game with certain options.

Write a game as NAME or NAME:option=value,option=value. A preset is a name like
any other, and options given after it override its own.`

const gamesExample = `  zermelo games
  zermelo games --json
  zermelo rules breakthrough:size=5x5,captures=diagonal`

func (p *program) newGames() *cobra.Command {
	return &cobra.Command{
		Use:     "games",
		Short:   "List games, options and presets",
		Long:    gamesLong,
		Example: gamesExample,
		Args:    wantArgs(0, 0, "", ""),
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
		p.printf("%s", wrap(e.Summary, e.Name+"  ", lineWidth))
		width := 0
		for _, o := range e.Options {
			width = max(width, len(o.Name)+1+len(o.Default))
		}
		for _, o := range e.Options {
			label := fmt.Sprintf("    %-*s  ", width, o.Name+"="+o.Default)
			p.printf("%s", wrap(o.Help+" ("+o.Domain+")", label, lineWidth))
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
		p.printf("%s", wrap(preset.Summary, fmt.Sprintf("    %*s  ", width, ""), lineWidth))
	}
	return nil
}
