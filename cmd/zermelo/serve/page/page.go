// Package page has the files of the explorer.
//
// The sources are a page, style sheets and small ES modules. New joins the style sheets
// to one file and the modules to one script, so that a browser asks for three files. The
// names of the joined files contain a hash of their content: browsers keep them for ever.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/reports/picture"
)

//go:embed *.html *.css *.js *.svg
var sources embed.FS

// Page is the explorer, ready to be served.
type Page struct {
	files  map[string]file // by name, below /page/
	policy string          // the Content-Security-Policy of the page
}

type file struct {
	kind string // content type
	tag  string
	data []byte
	kept bool // the name has the hash of the content
}

// New joins the files.
func New() (*Page, error) {
	p := &Page{files: map[string]file{}}
	entries, err := fs.ReadDir(sources, ".")
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	texts := map[string]string{"pictures.css": picture.CSS()}
	for _, e := range entries {
		data, err := fs.ReadFile(sources, e.Name())
		if err != nil {
			return nil, fmt.Errorf("read the page: %w", err)
		}
		texts[e.Name()] = string(data)
	}
	index, err := p.join(texts)
	if err != nil {
		return nil, fmt.Errorf("join the files of the page: %w", err)
	}
	texts["index.html"] = index
	for name, text := range texts {
		p.add(name, text, false)
	}
	return p, nil
}

// What the page refers to: each a line of index.html.
var (
	styleLink   = regexp.MustCompile(`(?m)^<link rel="stylesheet" href="/page/([\w.-]+)">\n`)
	iconLink    = regexp.MustCompile(`href="/page/(icon\.svg)"`)
	plainScript = regexp.MustCompile(`<script src="/page/([\w.-]+)"></script>`)
	moduleEntry = regexp.MustCompile(`<script type="module" src="/page/([\w.-]+)"></script>`)
)

// join adds the joined files, and returns the page that refers to them. The icon and
// plain scripts, which must run before the page is painted, become part of the page.
func (p *Page) join(texts map[string]string) (index string, err error) {
	index = strings.Replace(texts["index.html"], "<!-- figures -->", picture.Symbols(), 1)
	var styles, hashes []string
	for _, link := range styleLink.FindAllStringSubmatch(index, -1) {
		styles = append(styles, texts[link[1]])
	}
	joined := "<link rel=\"stylesheet\" href=\"" + p.addHashed("style", ".css", strings.Join(styles, "\n")) + "\">\n"
	index = styleLink.ReplaceAllStringFunc(index, func(string) string {
		first := joined
		joined = ""
		return first
	})
	index = iconLink.ReplaceAllStringFunc(index, func(string) string {
		return `href="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(texts["icon.svg"])) + `"`
	})
	index = plainScript.ReplaceAllStringFunc(index, func(tag string) string {
		script := texts[plainScript.FindStringSubmatch(tag)[1]]
		sum := sha256.Sum256([]byte(script))
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		return "<script>" + script + "</script>"
	})
	index = moduleEntry.ReplaceAllStringFunc(index, func(tag string) string {
		script, failed := bundle(texts, moduleEntry.FindStringSubmatch(tag)[1])
		if failed != nil {
			err = failed
			return ""
		}
		return `<script type="module" src="` + p.addHashed("app", ".js", script) + `"></script>`
	})
	p.policy = strings.Replace(Policy, "script-src 'self'", strings.Join(append([]string{"script-src 'self'"}, hashes...), " "), 1)
	return index, err
}

// Policy is the Content-Security-Policy of all answers but those that have their own:
// pages load only from this server.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// addHashed adds a file with its hash in its name, and returns its address.
func (p *Page) addHashed(name, ending, text string) string {
	name += "." + reply.Hash(text) + ending
	p.add(name, text, true)
	return "/page/" + name
}

func (p *Page) add(name, text string, kept bool) {
	p.files[name] = file{contentType(name), reply.Tag(text), []byte(text), kept}
}

// contentType depends on the name alone, not on the machine.
func contentType(name string) string {
	return map[string]string{
		".html": reply.TypeHTML, ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": reply.TypeSVG,
	}[path.Ext(name)]
}

// Index answers with the page.
func (p *Page) Index(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Security-Policy", p.policy)
	return p.serve(w, r, "index.html")
}

// File answers with the file whose name is in the path.
func (p *Page) File(w http.ResponseWriter, r *http.Request) error {
	return p.serve(w, r, r.PathValue("name"))
}

func (p *Page) serve(w http.ResponseWriter, r *http.Request, name string) error {
	f, ok := p.files[name]
	if !ok {
		return reply.NewFailure(http.StatusNotFound, "there is no such file", "the page is at /")
	}
	if f.kept {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	return reply.Send(w, r, f.kind, f.tag, f.data)
}
