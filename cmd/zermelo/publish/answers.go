package publish

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/cmd/zermelo/serve"
	"zermelo/cmd/zermelo/serve/page"
	"zermelo/games"
	"zermelo/games/builtin"
)

var (
	//go:embed files.js worker.js
	scripts embed.FS

	//go:embed send.js
	send string // replaces the module of the page that sends requests
)

// writePage writes the page and the scripts of the worker.
func writePage(dir string) error {
	p, err := page.New(map[string]string{"send.js": send})
	if err != nil {
		return err
	}
	return errors.Join(p.Export(dir), os.CopyFS(dir, scripts))
}

// writeAnswers writes the replies of a server that the page requests before it needs the
// program for browsers: the list of tables, and the rules, the start and the report of
// each game. It sets the ID of each game in list.
func (o *Options) writeAnswers(ctx context.Context, dir string, list []folder.Game) error {
	server, err := serve.New(serve.Options{
		DB: filepath.Join(dir, folder.Tables), Registry: builtin.Registry(), Sheets: o.Games, OwnClients: true, Search: time.Second, Version: o.Version,
	})
	if err != nil {
		return err
	}
	defer server.Close()
	write := func(address, file string) ([]byte, error) {
		w := httptest.NewRecorder()
		server.Handler().ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/"+address, nil))
		text := w.Body.Bytes()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case w.Code == http.StatusUnprocessableEntity && strings.HasSuffix(address, "measures=true"):
			text = []byte(`{"not_measured": "the game is too large"}`)
		case w.Code != http.StatusOK:
			return nil, fmt.Errorf("%s: status %d: %s", address, w.Code, text)
		}
		file = filepath.Join(dir, folder.Answers, file)
		return text, errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, text, 0o666))
	}
	text, err := write("tables", "tables.json")
	if err != nil {
		return err
	}
	var found struct {
		Tables []struct{ ID, Game string }
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	for _, t := range found.Tables {
		at := slices.IndexFunc(o.Games, func(v games.Variant) bool { return v.Info().Name == t.Game })
		list[at].ID = t.ID
		to := strings.ReplaceAll(t.ID, ":", ",") // some file systems do not allow colons
		for request, file := range map[string]string{"rules": "rules.json", "start": "start.json", "position": "position.json", "report?format=html": "report.html", "report?format=json&measures=true": "report.json"} {
			if _, err := write(url.PathEscape(t.ID)+"/"+request, filepath.Join(to, file)); err != nil {
				return err
			}
		}
	}
	return nil
}
