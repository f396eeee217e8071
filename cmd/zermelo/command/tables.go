package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/words"
	"zermelo/tablebase/store"
)

func (p *program) newTables() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tables",
		Short: "List or delete tables",
		Long: `List the tables in the directory (see --db): size on disk, number of positions
and value of the start. The list includes interrupted solves and tables that
cannot be used.

"zermelo tables delete GAME" deletes a table, complete or not.`,
		Example: `  zermelo tables
  zermelo tables --json
  zermelo tables delete tron`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.UnknownCommand(cmd, args[0])
			}
			return p.runTables()
		},
	}
	cmd.AddCommand(p.newTablesDelete())
	return cmd
}

func (p *program) runTables() error {
	db, err := p.tables()
	if err != nil {
		return err
	}
	list, err := store.List(db)
	if err != nil {
		return err
	}
	rows := []model.Listing{}
	for _, s := range list {
		row := model.NewListing(s)
		if s.Err != nil {
			row.Error = p.errorText(s.Err)
		}
		variant, _ := store.VariantOf(s.Name)
		row.Presets = p.registry.PresetsOf(variant)
		rows = append(rows, row)
	}
	return p.show(rows, func() { p.printTables(db, rows) })
}

func (p *program) printTables(db string, rows []model.Listing) {
	if len(rows) == 0 {
		p.printf("No tables in %s yet; make one with: zermelo solve GAME\n", games.Echo(db))
		return
	}
	total := int64(0)
	cells := [][]string{{"GAME", "ON DISK", "STATES", "CPU TIME", "MADE", "VALUE"}}
	for _, r := range rows {
		total += r.Bytes
		value := cmp.Or(r.Value, r.Status)
		if r.Error != "" {
			value = "unusable: " + r.Error
		}
		made := ""
		if !r.Created.IsZero() {
			made = r.Created.Local().Format("2006-01-02 15:04")
		}
		took := ""
		if r.CPUSeconds > 0 {
			took = secondsText(r.CPUSeconds)
		}
		game := r.Game
		if len(r.Presets) > 0 {
			game += " (" + strings.Join(r.Presets, ", ") + ")"
		}
		cells = append(cells, []string{game, words.Bytes(r.Bytes), words.Thousands(r.States), took, made, value})
	}
	p.out.PrintColumns("lrrrll", cells)
	p.printf("%s, %s in %s\n", words.Plural(int64(len(rows)), "table"), words.Bytes(total), db)
}

func (p *program) newTablesDelete() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "delete GAME",
		Short: "Delete a table",
		Long: `Delete the table of a game, complete or not, after asking on the terminal.
Without a terminal --yes is required. The game can be solved again at any time.`,
		Example: `  zermelo tables delete tron
  zermelo tables delete breakthrough:size=4x4,captures=diagonal --yes`,
		Args: usage.Args(1, 1, "one game", "zermelo tables delete tron"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runTablesDelete(cmd.Context(), args[0], yes) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			list, err := store.List(p.db)
			if err != nil || len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, s := range list {
				names = append(names, s.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "delete without asking")
	return cmd
}

// deletedJSON is the JSON form of a deletion.
type deletedJSON struct {
	Game  string `json:"game"`
	Bytes int64  `json:"bytes"`          // given back to the disk
	Kept  string `json:"kept,omitempty"` // where what may be no table is now
}

func (p *program) runTablesDelete(ctx context.Context, spec string, yes bool) error {
	db, err := p.tables()
	if err != nil {
		return err
	}
	list, err := store.List(db)
	if err != nil {
		return err
	}
	// A table that belongs to no game any more has the name in the list.
	name, label := spec, spec
	if !slices.ContainsFunc(list, func(s store.Summary) bool { return s.Name == spec }) {
		v, err := p.open(ctx, spec)
		if err != nil {
			return err
		}
		name, label = v.Info().Name, v.Info().Label()
	}
	bytes, found := int64(0), false
	for _, s := range list { // a table and its replacement have one name
		if s.Name == name {
			found = true
			bytes += s.Bytes
		}
	}
	if found && !yes {
		sure, err := p.ask(ctx, fmt.Sprintf("Delete the table of %s (%s)? [y/N] ", label, words.Bytes(bytes)))
		if err != nil {
			return err
		}
		if !sure {
			return errors.New("nothing was deleted")
		}
	}
	err = store.Delete(db, name)
	var strange *store.NotOwnedError
	if errors.As(err, &strange) {
		kept, moved := store.SetAside(db, name)
		if moved != nil {
			return err
		}
		return p.show(deletedJSON{Game: name, Kept: kept}, func() {
			p.printf("Nothing says that this was the table of %s, so it is kept as %s; delete that if nobody needs it.\n", name, kept)
		})
	}
	if err != nil {
		return err
	}
	return p.show(deletedJSON{Game: name, Bytes: bytes}, func() {
		p.printf("Deleted the table of %s (%s).\n", label, words.Bytes(bytes))
	})
}

// ask puts a question to the person at the terminal.
func (p *program) ask(ctx context.Context, question string) (bool, error) {
	if !terminal.IsTerminal(p.in) {
		return false, games.BadInput("there is no terminal to ask on: add --yes if you are sure")
	}
	fmt.Fprint(p.err, question)
	select {
	case <-ctx.Done():
		fmt.Fprintln(p.err)
		return false, nil
	case answer, ok := <-terminal.Lines(ctx, p.in):
		if !ok { // the end of the input, with the cursor still behind the question
			fmt.Fprintln(p.err)
		}
		answer = strings.ToLower(strings.TrimSpace(answer))
		return answer == "y" || answer == "yes", nil
	}
}
