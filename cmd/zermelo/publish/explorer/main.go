//go:build js

// Command explorer implements the server of "zermelo serve" for a published folder.
// It runs in the service worker of the page and serves the tables of the folder.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"syscall/js"
	"time"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/cmd/zermelo/serve"
	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/tablebase/solve"
)

// searchTime is the time limit of a search for a position that is not stored.
// Searches use a single thread.
const searchTime = 2 * time.Second

func main() {
	worker := js.Global().Get("zermelo") // see worker.js
	handler, err := open(context.Background())
	if err != nil {
		worker.Call("failed", err.Error())
		return
	}
	worker.Call("ready", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		go answer(ctx, handler, args[0], args[1])
		return js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
	}))
	select {}
}

// open returns the server's handler. It first solves the games that were published
// without a table, which are small.
func open(ctx context.Context) (http.Handler, error) {
	text, err := os.ReadFile("/" + folder.ListFile)
	if err != nil {
		return nil, err
	}
	var list folder.List
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	o := serve.Options{DB: "/" + folder.Tables, Registry: builtin.Registry(), OwnClients: true, Search: searchTime, Version: list.Version}
	for _, g := range list.Games {
		var v games.Variant
		if g.Sheet {
			if _, _, script := own.SplitSpec(g.Spec); script {
				v, err = own.OpenSpec(ctx, "/"+g.Spec, protocol.Limits{})
			} else {
				v, err = gdl.OpenSpec(ctx, "/"+g.Spec, work.Limits{})
			}
			o.Sheets = append(o.Sheets, v)
		} else if v, err = o.Registry.Open(g.Spec); err == nil {
			o.Only = append(o.Only, v.Info().Name)
		}
		if err != nil {
			return nil, err
		}
		if g.Solve {
			if _, err := solve.Solve(ctx, o.DB, v, solve.Options{Method: solve.Table, Workers: 1, Memory: folder.SolveMemory, Tool: list.Version}); err != nil {
				return nil, fmt.Errorf("solve %s: %w", g.Spec, err)
			}
		}
	}
	server, err := serve.New(o)
	if err != nil {
		return nil, err
	}
	return server.Handler(), nil
}

// answer serves a request of the form {method, url, body}, in which body is a
// Uint8Array or null.
func answer(ctx context.Context, handler http.Handler, request, reply js.Value) {
	w := &writer{reply: reply, header: http.Header{}}
	var body []byte
	if given := request.Get("body"); !given.IsNull() {
		body = make([]byte, given.Length())
		js.CopyBytesToGo(body, given)
	}
	r, err := http.NewRequestWithContext(ctx, request.Get("method").String(), request.Get("url").String(), bytes.NewReader(body))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	} else {
		r.Header.Set("Accept", request.Get("accept").String())
		handler.ServeHTTP(w, r)
		w.WriteHeader(http.StatusOK) // no-op if the header was written
	}
	reply.Call("end")
}

// writer is an http.ResponseWriter that passes data to the page without buffering it.
type writer struct {
	reply  js.Value
	header http.Header
	begun  bool
}

func (w *writer) Header() http.Header { return w.header }

func (w *writer) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun = true
	headers := map[string]any{}
	for name, values := range w.header {
		headers[name] = values[0]
	}
	w.reply.Call("head", status, headers)
}

func (w *writer) Write(data []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(chunk, data)
	w.reply.Call("chunk", chunk)
	return len(data), nil
}

func (w *writer) Flush() {}
