package command

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/words"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

func (p *program) newTables() *cobra.Command {
	cmd := &cobra.Command{
		Use:        "tables",
		SuggestFor: []string{"list", "ls", "rm", "delete"},
		Short:      "List or delete tables, or show their rules",
		Long: `List the contents of the --db directory: the kind, the size on disk, the number of
positions and the value of the start position of each table.

The kinds are table (values of all positions), proof (value of the start),
results (values proven by searches) and search (an interrupted search, which can
be resumed). Interrupted solves are listed with their progress, unusable tables
with the reason.`,
		Example: `  zermelo tables
  zermelo tables --json
  zermelo tables show game.kif@3f2a1b
  zermelo tables delete tron
  zermelo tables prune`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.UnknownCommand(cmd, args[0])
			}
			return p.runTables()
		},
	}
	cmd.AddCommand(p.newTablesShow(), p.newTablesDelete(), p.newTablesPrune())
	return cmd
}

type storedJSON struct {
	model.Listing        // Game is the variant for all kinds
	Kind          string `json:"kind"` // table, proof, results or search
	// Unfinished is the progress of an interrupted solve, if known.
	Unfinished *solve.Unfinished `json:"unfinished,omitempty"`
	Written    time.Time         `json:"written,omitzero"` // time of the last write to an unfinished table
	// Old reports whether a table of a newer version of the same file exists.
	Old bool `json:"old,omitempty"`
}

// storedKinds maps the suffixes of table names to kinds of tables.
func storedKinds() map[string]string {
	return map[string]string{"": "table", "proof": "proof", "known": "results", "open": "search"}
}

// listTables returns the directory of the tables and its contents.
func (p *program) listTables() (db string, list []store.Summary, err error) {
	if db, err = p.tables(); err == nil {
		list, err = store.List(db)
	}
	return db, list, err
}

func (p *program) runTables() error {
	db, list, err := p.listTables()
	if err != nil {
		return err
	}
	rows := []storedJSON{}
	for _, s := range list {
		row := storedJSON{Listing: model.NewListing(s)}
		if s.Err != nil {
			row.Error = p.errorText(s.Err)
		}
		variant, kind := store.VariantOf(s.Name)
		row.Old = isOld(s, list)
		row.Game, row.Kind, row.Presets = variant, storedKinds()[kind], p.registry.PresetsOf(variant)
		if s.Partial && s.Err == nil {
			row.Written = s.Touched
			v, unknown := p.registry.Open(variant)
			if unknown != nil || kind != "" {
				v = nil
			}
			if row.Unfinished, err = solve.ReadUnfinished(db, s.Name, v); err != nil {
				row.Error = p.errorText(err)
			}
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b storedJSON) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(slices.Index(kindOrder(), a.Kind), slices.Index(kindOrder(), b.Kind)))
	})
	return p.out.Show(rows, func() { p.printTables(db, rows) })
}

func kindOrder() []string { return []string{"table", "proof", "results", "search"} }

// label returns the name of r's game, followed by its presets. If the name contains
// options and there is a preset, label returns only the first preset.
func (r *storedJSON) label() string {
	switch {
	case len(r.Presets) == 0:
		return r.Game
	case strings.Contains(r.Game, ":"):
		return r.Presets[0]
	}
	return r.Game + " (" + strings.Join(r.Presets, ", ") + ")"
}

func (r *storedJSON) words() string {
	text := cmp.Or(r.Value, r.Status)
	if u := r.Unfinished; u != nil {
		switch {
		case u.Total == 0:
			text += fmt.Sprintf(": %s found so far", words.Plural(int64(u.Found), u.Unit))
		case u.Of == 0:
			text += fmt.Sprintf(": %d of %s solved", u.Done, words.Plural(int64(u.Total), u.Unit))
		default:
			text += fmt.Sprintf(": %d of %s solved, %s of all states", u.Done, words.Plural(int64(u.Total), u.Unit), words.Percent(u.States, u.Of))
		}
	}
	if !r.Written.IsZero() {
		text += ", last written " + r.Written.Local().Format("2006-01-02 15:04")
	}
	if r.Error != "" {
		text = "unusable: " + r.Error
	}
	if r.Old {
		text = "old version: " + text
	}
	return strings.TrimSuffix(text, " (proof)") // redundant: the row shows the kind
}

func (p *program) printTables(db string, rows []storedJSON) {
	if len(rows) == 0 {
		p.printf("No tables in %s yet; create one with: zermelo solve GAME\n", games.Echo(db))
		return
	}
	total, last := int64(0), ""
	cells := [][]string{{"GAME", "KIND", "ON DISK", "STATES", "CPU TIME", "MADE", "VALUE"}}
	for _, r := range rows {
		total += r.Bytes
		made := ""
		if !r.Created.IsZero() {
			made = r.Created.Local().Format("2006-01-02 15:04")
		}
		states, took := "", ""
		if r.States != nil {
			states = words.Thousands(*r.States)
		}
		if r.CPUSeconds > 0 {
			took = secondsText(r.CPUSeconds)
		}
		game := r.label()
		if game == last {
			game = ""
		}
		last = r.label()
		cells = append(cells, []string{game, r.Kind, words.Bytes(r.Bytes), states, took, made, r.words()})
	}
	p.out.PrintColumns("llrrrll", cells)
	p.printf("%s, %s in %s\n", words.Plural(int64(len(rows)), "table"), words.Bytes(total), db)
	if slices.ContainsFunc(rows, func(r storedJSON) bool { return r.Old }) {
		p.printf("Delete the tables of old versions with: zermelo tables prune\n")
	}
}

func (p *program) newTablesDelete() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:        "delete GAME [KIND]",
		SuggestFor: []string{"rm", "remove"},
		Short:      "Delete a table",
		Long: `Delete the table of a game, complete or not, after confirmation on the terminal.

KIND is table (the default), proof, results or search, as in the list of "zermelo
tables". If standard input is not a terminal, --yes is required.`,
		Example: `  zermelo tables delete tron
  zermelo tables delete octopawn proof
  zermelo tables delete breakthrough:size=4x4,captures=diagonal --yes`,
		Args: usage.Args(1, 2, "a game and an optional kind", "zermelo tables delete tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.runTablesDelete(cmd.Context(), args[0], slices.Concat(args, kindOrder()[:1])[1], yes)
		},
		ValidArgsFunction: p.completeTable,
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "delete without confirmation")
	return cmd
}

type deletedJSON struct {
	Game  string `json:"game"`           // name of the table
	Bytes int64  `json:"bytes"`          // freed disk space in bytes
	Kept  string `json:"kept,omitempty"` // new name of a folder that may not be a table
}

func (p *program) runTablesDelete(ctx context.Context, spec, kind string, yes bool) error {
	if !slices.Contains(kindOrder(), kind) {
		return games.BadInput("unknown kind %q; must be one of %s", kind, strings.Join(kindOrder(), ", "))
	}
	db, list, err := p.listTables()
	if err != nil {
		return err
	}
	// spec can be a name from the list even if there is no game of that name any
	// more.
	name, label := spec, spec
	listed := func(s store.Summary) bool {
		variant, _ := store.VariantOf(s.Name)
		return s.Name == spec || variant == spec
	}
	if !slices.ContainsFunc(list, listed) {
		v, err := p.open(ctx, spec)
		if err != nil {
			return err
		}
		name, label = v.Info().Name, v.Info().Label()
	}
	for suffix, k := range storedKinds() {
		if k == kind && suffix != "" {
			name += "." + suffix
		}
	}
	bytes, found := int64(0), false
	for _, s := range list { // a table and its replacement have the same name
		if s.Name == name {
			found = true
			bytes += s.Bytes
		}
	}
	if found && !yes {
		err := p.confirm(ctx, "tables delete", fmt.Sprintf("Delete the %s for %s (%s)? [y/N] ", kind, label, words.Bytes(bytes)))
		if err != nil {
			return err
		}
	}
	err = store.Delete(db, name)
	if _, ok := errors.AsType[*store.NotOwnedError](err); ok {
		kept, moved := store.SetAside(db, name)
		if moved != nil {
			return err
		}
		return p.out.Show(deletedJSON{Game: name, Kept: kept}, func() {
			p.printf("Renamed to %s, because it may not be the table for %s; delete it manually.\n", kept, name)
		})
	}
	if err != nil {
		return err
	}
	return p.out.Show(deletedJSON{Game: name, Bytes: bytes}, func() {
		p.printf("Deleted the %s for %s (%s).\n", kind, label, words.Bytes(bytes))
	})
}

// confirm prints question and returns an error unless the user answers yes. Standard
// input must be a terminal.
func (p *program) confirm(ctx context.Context, command, question string) error {
	if !terminal.IsTerminal(p.in) {
		return games.BadInput("cannot ask for confirmation, because standard input is not a terminal; add --yes")
	}
	fmt.Fprint(p.err, question)
	select {
	case <-ctx.Done():
		fmt.Fprintln(p.err)
	case answer, ok := <-terminal.Lines(ctx, p.in):
		if !ok { // end of input: the cursor is in the line of the question
			fmt.Fprintln(p.err)
		}
		answer = strings.ToLower(strings.TrimSpace(answer))
		if answer == "y" || answer == "yes" {
			return nil
		}
	}
	return fmt.Errorf("%s: not confirmed; nothing was deleted", command)
}

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
