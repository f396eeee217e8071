package serve

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"

	"zermelo/reports/picture"
)

//go:embed page
var pageFiles embed.FS

//go:embed openapi.yaml
var openAPI string

// page has the files of the explorer.
type page struct {
	files map[string]pageFile // by name, below /page/
}

type pageFile struct {
	kind string // content type
	tag  string
	data []byte
}

func newPage() (*page, error) {
	p := &page{files: map[string]pageFile{}}
	entries, err := fs.ReadDir(pageFiles, "page")
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	for _, e := range entries {
		data, err := fs.ReadFile(pageFiles, path.Join("page", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the page: %w", err)
		}
		p.add(e.Name(), bytes.Replace(data, []byte("<!-- figures -->"), []byte(picture.Symbols()), 1))
	}
	p.add("pictures.css", []byte(picture.CSS()))
	p.add("openapi.yaml", []byte(openAPI))
	return p, nil
}

func (p *page) add(name string, data []byte) {
	p.files[name] = pageFile{contentType(name), tag(string(data)), data}
}

// contentType depends on the name alone, not on the machine.
func contentType(name string) string {
	return map[string]string{
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
		".svg": "image/svg+xml", ".yaml": "application/yaml",
	}[path.Ext(name)]
}

func (p *page) file(w http.ResponseWriter, r *http.Request) error {
	return p.serve(w, r, r.PathValue("name"))
}

func (p *page) named(name string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error { return p.serve(w, r, name) }
}

func (p *page) serve(w http.ResponseWriter, r *http.Request, name string) error {
	f, ok := p.files[name]
	if !ok {
		return newFailure(http.StatusNotFound, "there is no such file", "the page is at /")
	}
	return send(w, r, f.kind, f.tag, f.data)
}
