package serve

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"zermelo/cmd/zermelo/serve/jobs"
	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
)

const (
	// listAge is how long a list of tables is used. A new table appears after that
	// time.
	listAge = 500 * time.Millisecond
	// maxProof is the largest proof that is served, in positions. They are kept in
	// memory, about 100 bytes each.
	maxProof = 2_000_000
)

// The kinds of table.
const (
	kindTable = "table" // the values of all positions
	kindProof = "proof" // the value of the start, with a strategy; other values are searched for
)

// table is an entry of /api/tables.
type table struct {
	ID    string `json:"id"`    // in the addresses of the API
	Table string `json:"table"` // name of the table
	Kind  string `json:"kind"`
	model.Listing
	Title string   `json:"title"`
	Rules string   `json:"rules"` // the variant with all options
	Roles []string `json:"roles"`
	// Total is the sum of both payoffs; 0 in games of any sum.
	Total        int  `json:"total"`
	GeneralSum   bool `json:"general_sum"`
	Simultaneous bool `json:"simultaneous"`
	// Search says that positions can be searched.
	Search bool `json:"search"`

	variant games.Variant
}

func (t *table) open(db string) (solved.Game, error) {
	if t.Kind == kindProof {
		return solved.OpenProof(context.Background(), db, t.variant, solved.Limit{Nodes: proofNodes, Time: proofTime})
	}
	return solved.Open(db, t.variant)
}

// tables lists the tables of a directory.
type tables struct {
	options Options
	sheets  map[string]games.Variant // by name
	sent    *jobs.Sheets             // from clients

	latest atomic.Pointer[listOfTables]
	mu     sync.Mutex // held while a list is made
	lister store.Lister
	known  map[string]games.Variant // by name: variants of the registry that have tables
	made   map[string]games.Variant // by name: variants solved by this server
}

// listOfTables is the tables at some time.
type listOfTables struct {
	Tables []*table `json:"tables"`
	Others []other  `json:"others"` // not served, with the reason

	byID     map[string]*table
	unusable map[string]error // by id: the errors of tables that would be served
	at       time.Time
}

// other is a table that is not served.
type other struct {
	model.Listing
	// Unfinished is how far a solve is that was interrupted, or is under way.
	Unfinished *build.Unfinished `json:"unfinished,omitempty"`
}

func newTables(o Options) *tables {
	t := &tables{options: o, sheets: map[string]games.Variant{}, known: map[string]games.Variant{}, made: map[string]games.Variant{}, sent: jobs.NewSheets(o.DB)}
	for _, v := range o.Sheets {
		t.sheets[v.Info().Name] = v
	}
	return t
}

// find returns the table with an id, or nil. It may have been deleted meanwhile. For a
// table that cannot be used it returns an error such as *store.CorruptError.
func (t *tables) find(id string) (*table, error) {
	if list := t.latest.Load(); list != nil && list.byID[id] != nil {
		return list.byID[id], nil
	}
	list, err := t.list()
	if err != nil {
		return nil, err
	}
	if t := list.byID[id]; t != nil {
		return t, nil
	}
	return nil, list.unusable[id]
}

// named returns the table with a name: its id, another name of its variant such as a
// preset, or the file of its rule sheet. Its proof will do.
func (t *tables) named(name string) (*table, error) {
	found, err := t.find(name)
	if found != nil || err != nil {
		return found, err
	}
	hint := "/api/tables lists the ids of all tables; make a new one with: zermelo solve GAME"
	variant, unknown := t.options.Registry.NameOf(name)
	if unknown == nil {
		hint = games.Message("/api/tables lists the ids of all tables; make this one with: zermelo solve %q", name)
	} else {
		variant = t.sheetOf(name)
	}
	for _, kind := range []string{"", "." + kindProof} {
		if found, err = t.find(idOf(variant + kind)); found != nil || err != nil {
			return found, err
		}
	}
	return nil, reply.NewFailure(http.StatusNotFound, games.Message("there is no table %q", name), hint)
}

// sheetOf is the name of the variant of a rule sheet's file, "" if there is none.
func (t *tables) sheetOf(file string) string {
	list, err := t.list()
	if err != nil {
		return ""
	}
	for _, one := range list.Tables {
		if before, _, sheet := strings.Cut(one.Game, "@"); sheet && before == file {
			return one.Game
		}
	}
	return ""
}

// add lets a variant be served that this server has solved, and lists its table at once.
func (t *tables) add(v games.Variant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made[v.Info().Name] = v
	t.latest.Store(nil)
}

// reading returns a table of the same game with other options that has a position of
// this notation, or nil.
func (t *tables) reading(name, text string) *table {
	list, err := t.list()
	if err != nil {
		return nil
	}
	game, _, _ := strings.Cut(name, ":")
	for _, other := range list.Tables {
		if family, _, _ := strings.Cut(other.Game, ":"); family == game && other.Game != name && solved.Reads(other.variant, text) {
			return other
		}
	}
	return nil
}

// list returns a list at most listAge old, or askAgain of tables in an object store.
func (t *tables) list() (*listOfTables, error) {
	age := listAge
	if store.Remote(t.options.DB) {
		age = askAgain
	}
	if list := t.latest.Load(); list != nil && time.Since(list.at) < age {
		return list, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if list := t.latest.Load(); list != nil && time.Since(list.at) < age {
		return list, nil
	}
	found, err := t.lister.List(t.options.DB)
	if err != nil {
		return nil, err
	}
	list := &listOfTables{Tables: []*table{}, Others: []other{}, byID: map[string]*table{}, unusable: map[string]error{}, at: time.Now()}
	seen := map[string]bool{}
	for _, s := range found {
		variant, kind := store.VariantOf(s.Name)
		v, why := t.variant(variant)
		if why == "" {
			seen[variant] = true
			why = unservable(s, v, kind)
		}
		row := model.NewListing(s)
		if why != "" {
			row.Error = why
			rest := other{Listing: row}
			if s.Partial && s.Err == nil {
				rest.Unfinished, _ = build.HowFar(t.options.DB, s.Name, v) // nil where that is not known
			}
			if v != nil && s.Err != nil && !s.Partial {
				list.unusable[idOf(s.Name)] = s.Err
			}
			list.Others = append(list.Others, rest)
			continue
		}
		entry := t.describe(row, v, kind)
		list.Tables = append(list.Tables, entry)
		list.byID[entry.ID] = entry
	}
	maps.DeleteFunc(t.known, func(name string, _ games.Variant) bool { return !seen[name] })
	t.latest.Store(list)
	return list, nil
}

// variant returns the game of a name, or nil and why it is not served.
func (t *tables) variant(name string) (games.Variant, string) {
	for _, variants := range []map[string]games.Variant{t.sheets, t.made} {
		if v := variants[name]; v != nil {
			return v, ""
		}
	}
	if only := t.options.Only; len(only) > 0 && !slices.Contains(only, name) {
		return nil, "the server was started for other games"
	}
	if v := t.known[name]; v != nil {
		return v, ""
	}
	v, err := t.options.Registry.Open(name)
	if err != nil {
		v, _ = t.sent.Open(context.Background(), name)
	}
	if v == nil {
		return nil, "not a built-in game; to serve a rule sheet, start the server with its file"
	}
	t.known[name] = v
	return v, ""
}

// unservable says why a table is not served; "" if it is.
func unservable(s store.Summary, v games.Variant, kind string) string {
	switch {
	case s.Err != nil:
		return "unusable: " + reply.Problem(s.Err)
	case s.Partial:
		return "not solved yet"
	case kind != "" && kind != kindProof:
		return "not a table of positions"
	case kind == kindProof && s.States > maxProof:
		return fmt.Sprintf("a proof of more than %d positions is too large for the server", maxProof)
	case v.Info().Name != strings.TrimSuffix(s.Name, "."+kind):
		return "it has the name of another game"
	}
	return ""
}

func (t *tables) describe(row model.Listing, v games.Variant, kind string) *table {
	info := v.Info()
	if kind == "" {
		kind = kindTable
	}
	entry := &table{
		ID: idOf(row.Game), Table: row.Game, Kind: kind, Listing: row, Title: info.Title, Rules: inFull(info), Roles: info.Roles,
		GeneralSum: info.GeneralSum, Simultaneous: info.Simultaneous, Search: t.options.Search > 0 && solved.CheckAnalyze(info) == nil, variant: v,
	}
	if !info.GeneralSum {
		entry.Total = info.Total
	}
	entry.Game, entry.Presets = info.Name, t.options.Registry.PresetsOf(info.Name)
	return entry
}

// inFull is the name of a variant with all options, defaults included.
func inFull(info *games.Info) string {
	name, _, _ := strings.Cut(info.Name, ":")
	var options []string
	for _, o := range info.Options {
		options = append(options, o.Name+"="+o.Value)
	}
	if options == nil {
		return name
	}
	return name + ":" + strings.Join(options, ",")
}

// idOf is the id of a table: its name, with a tilde and two hexadecimal digits for each
// byte that has a meaning in URLs or is not ASCII.
func idOf(name string) string {
	var id strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(":,=+-_@", c) >= 0, c == '.' && i > 0:
			id.WriteByte(c)
		default:
			fmt.Fprintf(&id, "~%02x", c)
		}
	}
	return id.String()
}
