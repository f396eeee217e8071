package command

import (
	"context"
	"encoding/base64"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/tablebase/store"
)

func (p *program) newTablesShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show TABLE",
		Short: "Print the rules of a table",
		Long: `Print the rule sheet, the script or the module that a table contains. TABLE is a
name from the list of "zermelo tables".

For a built-in game, show prints the same as "zermelo rules".`,
		Example: `  zermelo tables show tron
  zermelo tables show game.star@3f2a1b > game.star`,
		Args:              usage.Args(1, 1, "the name of a table", "zermelo tables show tron"),
		ValidArgsFunction: p.completeTable,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runTablesShow(cmd.Context(), args[0]) },
	}
}

type storedRulesJSON struct {
	Game   string `json:"game"`   // name of the variant without options
	Source string `json:"source"` // text of the rule sheet or script, or the module in base64
}

func (p *program) runTablesShow(ctx context.Context, spec string) error {
	if !isFile(spec) {
		return p.runRules(ctx, spec)
	}
	r, err := p.findRules(spec)
	switch {
	case err != nil:
		return err
	case r == nil:
		return &store.NoTableError{Name: spec, Label: spec, DB: p.db}
	case r.Source == "":
		return games.BadInput("%s: the rules are not stored with the table; see their file", r.Name)
	}
	j := storedRulesJSON{Game: r.Name, Source: r.Source}
	if !utf8.ValidString(j.Source) {
		j.Source = base64.StdEncoding.EncodeToString([]byte(j.Source))
	}
	return p.out.Show(j, func() { _, _ = p.out.WriteString(r.Source) }) // Flush returns the error
}
