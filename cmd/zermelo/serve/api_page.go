package serve

import (
	_ "embed"
	"net/http"
	"net/url"

	"zermelo/cmd/zermelo/serve/reply"
)

//go:embed openapi.yaml
var openAPI string

// getPage answers with the page. An address with another name of a table, such as a
// preset, leads to the one with its id.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if name := query.Get("table"); name != "" {
		if t, err := s.tables.named(name); err == nil && t.ID != name {
			query.Set("table", t.ID)
			http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: query.Encode()}).String(), http.StatusFound)
			return nil
		}
	}
	return s.page.Index(w, r)
}

// getDescription answers with the description of the API.
func getDescription(w http.ResponseWriter, r *http.Request) error {
	return reply.Send(w, r, "application/yaml", reply.Tag(openAPI), []byte(openAPI))
}
