//go:build js

// Command explorer looks up positions for a published page. It runs in a worker of the
// page and reads the tables of the folder.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"syscall/js"
	"time"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

const (
	// Limits of a search for a position that is not stored. Searches use a single thread.
	searchTime   = 2 * time.Second
	searchMemory = 128 << 20 // bytes
	// Limits of the search for a value that a proof does not contain.
	proofNodes = 20_000
	proofTime  = 50 * time.Millisecond
)

func main() {
	worker := js.Global().Get("zermelo") // see worker.js
	e := &explorer{}
	if err := json.Unmarshal([]byte(worker.Get("list").String()), &e.list); err != nil {
		panic(err)
	}
	worker.Call("ready", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go e.serve(args[0])
		return nil
	}))
	select {}
}

// explorer keeps the table of the last request open.
type explorer struct {
	list folder.List

	mu       sync.Mutex
	table    string // ID
	variant  games.Variant
	game     solved.Game
	searcher solved.Watcher // nil before the first search

	searching sync.Mutex
}

// serve replies to a request like the server of "zermelo serve". The request is an object
// with the properties table, what, p and max. Its methods send(status, text) and end()
// receive the reply. Its method cancel, which serve sets, stops a search.
func (e *explorer) serve(request js.Value) {
	ctx, cancel := context.WithTimeout(context.Background(), searchTime)
	stop := js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	request.Set("cancel", stop)
	given := func(name string) string { return request.Get(name).String() }
	send := func(status int, format string, body any) {
		text, _ := json.Marshal(body) // no reply contains NaN
		request.Call("send", status, fmt.Sprintf(format, text))
	}
	var err error
	if given("what") == "search/live" {
		err = e.search(ctx, given("table"), given("p"), func(a *solved.Analysis) { send(200, "event: analysis\ndata: %s\n\n", a) })
	} else {
		var status int
		var body any
		if status, body, err = e.lookUp(given("table"), given("what"), given("p"), given("max")); err == nil {
			send(status, "%s", body)
		}
	}
	if _, input := errors.AsType[*games.InputError](err); input {
		send(400, "%s", failure(err))
	} else if err != nil {
		send(500, "%s", failure(err))
	}
	request.Call("end")
	request.Delete("cancel")
	stop.Release()
	cancel()
}

// failure returns the body of an error reply.
func failure(err error) map[string]any {
	return map[string]any{"detail": err.Error()}
}

// lookUp returns a position or, if what is "line", a line of perfect play with at most
// most moves. If the position is not stored, the status is 422, and the reply has the
// board.
func (e *explorer) lookUp(table, what, p, most string) (status int, reply any, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.open(table); err != nil {
		return 0, nil, err
	}
	if what == "line" {
		limit, _ := strconv.Atoi(most) // 0 if it is invalid
		reply, err = solved.NewPerfectLine(e.game, p, limit, nil)
		return 200, reply, err
	}
	reply, err = e.game.View(p)
	if errors.Is(err, store.ErrNotStored) {
		body := failure(err)
		body["position"], err = e.game.Unstored(p)
		return 422, body, err
	}
	return 200, reply, cmp.Or(games.Failure(e.variant), err)
}

// open opens a table unless it is open. The caller must hold e.mu.
func (e *explorer) open(table string) error {
	if e.table == table {
		return nil
	}
	at := slices.IndexFunc(e.list.Games, func(g folder.Game) bool { return g.ID == table })
	if at < 0 {
		return games.BadInput("no table %q", table)
	}
	v, err := openVariant(e.list.Games[at])
	if err != nil {
		return err
	}
	game, err := solved.OpenStored(context.Background(), "/"+folder.Tables, v, &solved.Limit{Nodes: proofNodes, Time: proofTime})
	if err != nil {
		return err
	}
	if e.game != nil {
		_ = e.game.Close() // the table is read-only
	}
	e.table, e.variant, e.game, e.searcher = table, v, game, nil
	return nil
}

// search searches a position and its moves. notify is called with each new result.
func (e *explorer) search(ctx context.Context, table, p string, notify func(*solved.Analysis)) error {
	e.mu.Lock()
	err := e.open(table)
	if err == nil && e.searcher == nil {
		e.searcher, err = solved.NewSearcher(e.variant, 1, searchMemory)
	}
	searcher := e.searcher
	e.mu.Unlock()
	if err != nil {
		return err
	}
	e.searching.Lock()
	defer e.searching.Unlock()
	return searcher.Watch(ctx, p, notify)
}
