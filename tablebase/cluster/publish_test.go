package cluster

import (
	"errors"
	"net/http"
	"sync"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/tablebase"
	"zermelo/tablebase/objectstore/objectstoretest"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// TestPublishedTableIsNeverPartial publishes a table in place of an older one
// and opens it after each change of the store.
func TestPublishedTableIsNeverPartial(t *testing.T) {
	v, err := builtin.Registry().Open("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	s3 := objectstoretest.Handler(t)
	var mu sync.Mutex
	read := map[string]int{} // number of opens by the table's tool; "" for no seal
	address := ""
	look := func() {
		mu.Lock()
		defer mu.Unlock()
		table, err := tablebase.Open(address, g)
		var sealless *store.CorruptError
		if errors.Is(err, store.ErrNoTable) || errors.As(err, &sealless) && sealless.What == "file "+store.SealFile+" is missing" {
			read[""]++
			return
		}
		if err != nil {
			t.Error(err)
			return
		}
		read[table.Header().Tool]++
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
	address = objectstoretest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s3.ServeHTTP(w, r)
		if r.Method == http.MethodPut || r.Method == http.MethodDelete || r.Method == http.MethodPost {
			look()
		}
	}), "small")
	for _, tool := range []string{"old", "new"} {
		db := t.TempDir()
		if _, err := solve.Solve(t.Context(), db, v, solve.Options{Tool: tool}); err != nil {
			t.Fatal(err)
		}
		clear(read)
		if err := publish(t.Context(), db, v.Info().Name, address); err != nil {
			t.Fatal(err)
		}
		if read[tool] != 1 || read[""] == 0 || len(read) > 2 {
			t.Errorf("publishing the %s table: opened %v, want no seal, then the %[1]s table once", tool, read)
		}
	}
}
