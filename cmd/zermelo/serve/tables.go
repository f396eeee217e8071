package serve

import (
	"cmp"
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
	"zermelo/reports/words"
	"zermelo/solver/value"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

const (
	// listTTL is the time for which a list of tables is cached. A new table
	// appears after at most this time.
	listTTL = 500 * time.Millisecond
	// notStored is the reason why a table without rules is not served.
	notStored = "the rules are not stored with the table; to serve it, pass their file to zermelo serve"
	// maxProof is the maximum size of a served proof, in positions. Proofs are kept
	// in memory and use about 100 bytes per position.
	maxProof = 2_000_000
)

// Kinds of tables.
const (
	kindTable = "table" // values of all positions
	kindProof = "proof" // value of the start position and a strategy; other values require a search
)

// table is an element of the reply to /api/tables.
type table struct {
	ID    string `json:"id"`    // used in URLs of the API
	Table string `json:"table"` // name of the table
	Kind  string `json:"kind"`
	model.Listing
	Title string `json:"title"`
	// Family is the title of the game with its default options.
	Family string `json:"family"`
	Goal   string `json:"goal"` // aim of the game in one sentence
	// Variation describes the size and the options in words, such as "4 columns,
	// diagonal captures".
	Variation string   `json:"variation"`
	Rules     string   `json:"rules"` // variant with all options
	Roles     []string `json:"roles"`
	// Total is the sum of the payoffs, or 0 for general-sum games.
	Total        float64 `json:"total"`
	Unit         string  `json:"unit"` // unit of the payoffs in the plural, such as seeds
	GeneralSum   bool    `json:"general_sum"`
	Simultaneous bool    `json:"simultaneous"`
	Stochastic   bool    `json:"stochastic"` // whether the game has random moves
	// Endless holds the payoff of each role if play never ends.
	Endless []float64 `json:"endless"`
	// Search reports whether positions can be searched.
	Search bool `json:"search"`
	MCTS   bool `json:"mcts"` // Monte Carlo tree search is available as an opponent

	variant games.Variant
}

func (t *table) open(db string) (solved.Game, error) {
	if t.Kind == kindProof {
		return solved.OpenProof(context.Background(), db, t.variant, solved.Limit{Nodes: proofNodes, Time: proofTime})
	}
	return solved.Open(db, t.variant)
}

type tables struct {
	options  Options
	sheets   map[string]games.Variant // by name
	uploaded *jobs.Sheets             // uploaded by clients

	latest     atomic.Pointer[tableList]
	mu         sync.Mutex // serializes listing
	lister     store.Lister
	opened     map[string]games.Variant // by name; other variants that have tables
	refused    map[string]string        // by name; reasons why stored rules cannot be opened
	solvedHere map[string]games.Variant // by name; variants solved by this server
}

type tableList struct {
	Tables []*table `json:"tables"`
	Others []other  `json:"others"` // tables that are not served, with the reason

	byID     map[string]*table
	unusable map[string]error // errors of tables that are damaged or have different rules, by ID
	at       time.Time
}

type other struct {
	model.Listing
	// Unfinished is the progress of a running or interrupted solve.
	Unfinished *solve.Unfinished `json:"unfinished,omitempty"`
}

func newTables(o Options) *tables {
	t := &tables{options: o, sheets: map[string]games.Variant{}, opened: map[string]games.Variant{}, refused: map[string]string{}, solvedHere: map[string]games.Variant{}, uploaded: jobs.NewSheets(o.DB)}
	for _, v := range o.Sheets {
		t.sheets[v.Info().Name] = v
	}
	return t
}

// find returns the table with the given ID, or nil if there is none. It returns an
// error such as *store.CorruptError if the table is unusable.
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

// resolve returns the table with the given name or, if there is none, the proof. A
// name is an ID, a name of the variant such as a preset, or the file name of a rule
// sheet.
func (t *tables) resolve(name string) (*table, error) {
	found, err := t.find(name)
	if found != nil || err != nil {
		return found, err
	}
	hint := "see /api/tables, or run: zermelo solve GAME"
	variant, unknown := t.options.Registry.NameOf(name)
	if unknown == nil {
		hint = games.Message("see /api/tables, or run: zermelo solve %q", name)
	} else {
		variant = t.sheetOf(name)
	}
	for _, kind := range []string{"", "." + kindProof} {
		if found, err = t.find(tableID(variant + kind)); found != nil || err != nil {
			return found, err
		}
	}
	return nil, reply.NewFailure(http.StatusNotFound, games.Message("no table %q", name), hint)
}

// sheetOf returns the variant name of the rule sheet with the given file name, or ""
// if the sheet has no table.
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

// add registers a variant that this server has solved, so that it is served
// immediately.
func (t *tables) add(v games.Variant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.solvedHere[v.Info().Name] = v
	t.latest.Store(nil)
}

// matching returns a table of another variant of the same game if text is a position
// of that variant. Otherwise it returns nil.
func (t *tables) matching(name, text string) *table {
	list, err := t.list()
	if err != nil {
		return nil
	}
	game, _, _ := strings.Cut(name, ":")
	for _, other := range list.Tables {
		if !t.options.OwnClients && solved.HasForeignRules(other.variant) {
			continue // checking the notation would run foreign rules
		}
		if family, _, _ := strings.Cut(other.Game, ":"); family == game && other.Game != name && solved.Reads(other.variant, text) {
			return other
		}
	}
	return nil
}

// list returns a list of tables that is at most listTTL old, or at most versionTTL old
// if the tables are in an object store.
func (t *tables) list() (*tableList, error) {
	age := listTTL
	if store.Remote(t.options.DB) {
		age = versionTTL
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
	list := &tableList{Tables: []*table{}, Others: []other{}, byID: map[string]*table{}, unusable: map[string]error{}, at: time.Now()}
	seen := map[string]bool{}
	for _, s := range found {
		variant, kind := store.VariantOf(s.Name)
		v, why := t.variant(variant)
		if why == "" {
			seen[variant] = true
			why = unservable(s, v, kind)
		} else if s.Partial && s.Err == nil {
			why = "not solved yet"
		}
		row := model.NewListing(s)
		if why != "" {
			row.Error = why
			rest := other{Listing: row}
			if s.Partial && s.Err == nil {
				rest.Unfinished, _ = solve.ReadUnfinished(t.options.DB, s.Name, v) // nil if unknown
			}
			if v != nil && s.Err != nil && !s.Partial {
				list.unusable[tableID(s.Name)] = s.Err
			}
			list.Others = append(list.Others, rest)
			continue
		}
		if v.Info().Stochastic {
			row.Value = words.Outcome(v.Info(), s.Start) // the listing does not have the payoffs of the game
		}
		entry := t.describe(row, v, kind)
		list.Tables = append(list.Tables, entry)
		list.byID[entry.ID] = entry
	}
	maps.DeleteFunc(t.opened, func(name string, _ games.Variant) bool { return !seen[name] })
	t.latest.Store(list)
	return list, nil
}

// variant returns the variant with the given name, or nil and the reason why it is
// not served.
func (t *tables) variant(name string) (games.Variant, string) {
	for _, variants := range []map[string]games.Variant{t.sheets, t.solvedHere} {
		if v := variants[name]; v != nil {
			return v, ""
		}
	}
	if only := t.options.Only; len(only) > 0 && !slices.Contains(only, name) {
		return nil, "not one of the games that this server was started with"
	}
	if v := t.opened[name]; v != nil {
		return v, ""
	}
	v, err := t.options.Registry.Open(name)
	if err != nil {
		v, _ = t.uploaded.Open(context.Background(), name)
	}
	if v == nil && t.options.OpenStored != nil && t.refused[name] == "" {
		if v, err = t.options.OpenStored(context.Background(), name); store.Unusable(err) {
			t.refused[name] = reply.Problem(err)
		} else if err != nil {
			t.refused[name] = err.Error()
		}
	}
	if v == nil {
		return nil, cmp.Or(t.refused[name], notStored)
	}
	t.opened[name] = v
	return v, ""
}

// unservable returns the reason why a table is not served, or "" if it is served.
func unservable(s store.Summary, v games.Variant, kind string) string {
	switch {
	case s.Err != nil:
		return "unusable: " + reply.Problem(s.Err)
	case s.Partial:
		return "not solved yet"
	case kind != "" && kind != kindProof:
		return "not a table of positions"
	case kind == kindProof && s.States > maxProof:
		return fmt.Sprintf("too large: proofs are limited to %d positions", maxProof)
	case v.Info().Name != strings.TrimSuffix(s.Name, "."+kind):
		return "named after another game"
	}
	return ""
}

func (t *tables) describe(row model.Listing, v games.Variant, kind string) *table {
	info := v.Info()
	entry := &table{
		ID: tableID(row.Game), Table: row.Game, Kind: cmp.Or(kind, kindTable), Listing: row, Title: info.Title, Family: info.Title, Goal: model.Goal(info), Variation: info.Variation(), Rules: fullName(info), Roles: info.Roles, Unit: words.Units(info),
		GeneralSum: info.GeneralSum, Simultaneous: info.Simultaneous, Stochastic: info.Stochastic, Search: t.options.Search > 0 && solved.CheckAnalyze(info) == nil, MCTS: t.options.MCTS > 0 && !info.Stochastic, variant: v,
	}
	game, _, _ := strings.Cut(info.Name, ":")
	if v, err := t.options.Registry.Open(game); err == nil {
		entry.Family = v.Info().Title
	}
	if !info.GeneralSum {
		entry.Total = info.Points(info.Total)
	}
	payoffs, _ := value.EndlessPayoffs(info) // an error if play always ends
	for role := range info.Roles {
		entry.Endless = append(entry.Endless, info.Points(int(payoffs[role])))
	}
	entry.Game, entry.Presets = info.Name, t.options.Registry.PresetsOf(info.Name)
	return entry
}

func fullName(info *games.Info) string {
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

// tableID returns the ID of the table with the given name. Each byte that is not
// ASCII or that is special in URLs is replaced by a tilde and two hexadecimal digits.
func tableID(name string) string {
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
