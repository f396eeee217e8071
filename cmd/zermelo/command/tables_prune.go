package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/store"
)

func (p *program) newTablesPrune() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Delete tables of old versions of rule files",
		Long: `Delete all tables of rule files (scripts, modules, programs, rule sheets) that have a
newer table with different rules, after confirmation on the terminal.

Each version of a file has its own table. "zermelo tables" marks the old ones. If
standard input is not a terminal, --yes is required.`,
		Example: `  zermelo tables prune
  zermelo tables prune --yes`,
		Args: usage.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.runTablesPrune(cmd.Context(), yes)
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "delete without confirmation")
	return cmd
}

// isOld reports whether list contains a newer table for a changed version of the same
// rules file.
func isOld(s store.Summary, list []store.Summary) bool {
	variant, _ := store.VariantOf(s.Name)
	for _, other := range list {
		newer, _ := store.VariantOf(other.Name)
		if games.RulesChanged(variant, newer) && !s.Busy && lastWrite(other).After(lastWrite(s)) {
			return true
		}
	}
	return false
}

// lastWrite returns the time at which a table was completed or, if unfinished, last
// written. The time is zero for an unusable table.
func lastWrite(s store.Summary) time.Time {
	if s.Partial {
		return s.Touched
	}
	return s.Created
}

func (p *program) runTablesPrune(ctx context.Context, yes bool) error {
	db, list, err := p.listTables()
	if err != nil {
		return err
	}
	deleted, total := []deletedJSON{}, int64(0)
	for _, s := range list {
		if isOld(s, list) {
			deleted = append(deleted, deletedJSON{Game: s.Name, Bytes: s.Bytes})
			total += s.Bytes
		}
	}
	if len(deleted) > 0 && !yes {
		for _, d := range deleted {
			fmt.Fprintf(p.err, "%s (%s)\n", d.Game, words.Bytes(d.Bytes))
		}
		question := fmt.Sprintf("Delete these %s (%s)? [y/N] ", words.Plural(int64(len(deleted)), "table"), words.Bytes(total))
		if err := p.confirm(ctx, "tables prune", question); err != nil {
			return err
		}
	}
	for _, d := range deleted {
		if err := store.Delete(db, d.Game); err != nil {
			return err
		}
	}
	return p.out.Show(deleted, func() {
		for _, d := range deleted {
			p.printf("Deleted %s (%s).\n", d.Game, words.Bytes(d.Bytes))
		}
		if len(deleted) == 0 {
			p.printf("No tables from old versions in %s\n", games.Echo(db))
		}
	})
}
