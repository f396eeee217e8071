// Package page serves the files of the explorer, a page for browsers.
//
// The sources are an HTML page, style sheets and small ES modules. New joins the
// style sheets into one file and lists the modules in the page, so that browsers load
// them in parallel. The URLs of the style sheet and the modules contain a hash of the
// content, so that they can be cached indefinitely.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/reports/picture"
)

//go:embed *.html *.css *.js *.svg
var sources embed.FS

// Page holds the files of the explorer.
type Page struct {
	files  map[string]file // by path below /page/
	policy string          // Content-Security-Policy of the HTML page
}

type file struct {
	kind string // content type
	tag  string
	data []byte
	kept bool // immutable: the name contains a hash of the content
}

// New returns a Page built from the embedded sources and the given texts, by file name,
// which replace sources.
func New(replacements map[string]string) (*Page, error) {
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
	maps.Copy(texts, replacements)
	texts["index.html"] = p.join(texts)
	for name, text := range texts {
		p.add(name, text, false)
	}
	return p, nil
}

// join adds the joined style sheet and the modules to p and returns the HTML page
// that refers to them. It inlines the icon and the classic scripts, which must run
// before the first paint.
func (p *Page) join(texts map[string]string) string {
	var (
		styleLink   = regexp.MustCompile(`(?m)^<link rel="stylesheet" href="/page/([\w.-]+)">\n`)
		iconLink    = regexp.MustCompile(`href="/page/(icon\.svg)"`)
		plainScript = regexp.MustCompile(`<script src="/page/([\w.-]+)"></script>`)
		moduleEntry = regexp.MustCompile(`<script type="module" src="/page/([\w.-]+)"></script>`)
	)
	index := strings.Replace(texts["index.html"], "<!-- figures -->", picture.Symbols(), 1)
	var styles, hashes []string
	for _, link := range styleLink.FindAllStringSubmatch(index, -1) {
		styles = append(styles, texts[link[1]])
	}
	style := strings.Join(styles, "\n")
	name := "style." + reply.Hash(style) + ".css"
	p.add(name, style, true)
	joined := "<link rel=\"stylesheet\" href=\"/page/" + name + "\">\n"
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
		return p.addModules(texts, moduleEntry.FindStringSubmatch(tag)[1])
	})
	p.policy = strings.Replace(Policy, "script-src 'self'", strings.Join(append([]string{"script-src 'self'"}, hashes...), " "), 1)
	return index
}

// addModules adds all modules under a URL that contains a hash of their contents,
// and returns the HTML tags that load them. Modules that are only imported dynamically
// are loaded on demand.
func (p *Page) addModules(texts map[string]string, entry string) string {
	var names []string
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if path.Ext(name) == ".js" {
			names = append(names, name)
			all.WriteString(name + "\n" + texts[name])
		}
	}
	folder := reply.Hash(all.String()) + "/"
	var tags strings.Builder
	for _, name := range names {
		p.add(folder+name, texts[name], true)
		if strings.Contains(all.String(), "from './"+name+"'") {
			fmt.Fprintf(&tags, "<link rel=\"modulepreload\" href=\"/page/%s%s\">\n", folder, name)
		}
	}
	fmt.Fprintf(&tags, `<script type="module" src="/page/%s%s"></script>`, folder, entry)
	return tags.String()
}

// Policy is the default Content-Security-Policy. It allows pages to load resources
// only from this server.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; " + noFrames

const noFrames = "frame-ancestors 'none'"

func (p *Page) add(name, text string, kept bool) {
	// The result of mime.TypeByExtension would depend on the configuration of the machine.
	kind := map[string]string{
		".html": reply.TypeHTML, ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": reply.TypeSVG,
	}[path.Ext(name)]
	p.files[name] = file{kind, reply.Tag(text), []byte(text), kept}
}

// Export writes the page to a folder, from which a static web host can serve it at any
// path. embed.html shows only the board.
func (p *Page) Export(dir string) error {
	index := strings.ReplaceAll(string(p.files["index.html"].data), `"/page/`, `"page/`)
	policy := strings.TrimSuffix(p.policy, "; "+noFrames) // not supported in HTML
	index = strings.Replace(index, "<meta name", `<meta http-equiv="Content-Security-Policy" content="`+policy+"\">\n<meta name", 1)
	var errs []error
	for _, name := range []string{"index.html", "embed.html"} {
		errs = append(errs, os.WriteFile(filepath.Join(dir, name), []byte(index), 0o666))
	}
	for name, f := range p.files {
		if f.kept {
			to := filepath.Join(dir, "page", name)
			errs = append(errs, os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, f.data, 0o666))
		}
	}
	return errors.Join(errs...)
}

// Index replies with the HTML page. Pages of the origins in ancestors may show it in a
// frame.
func (p *Page) Index(w http.ResponseWriter, r *http.Request, ancestors []string) error {
	policy := p.policy
	if len(ancestors) > 0 {
		policy = strings.Replace(policy, noFrames, "frame-ancestors "+strings.Join(ancestors, " "), 1)
	}
	w.Header().Set("Content-Security-Policy", policy)
	return p.serve(w, r, "index.html")
}

// File replies with the file named in the path of the request.
func (p *Page) File(w http.ResponseWriter, r *http.Request) error {
	return p.serve(w, r, r.PathValue("name"))
}

func (p *Page) serve(w http.ResponseWriter, r *http.Request, name string) error {
	f, ok := p.files[name]
	if !ok {
		return reply.NewFailure(http.StatusNotFound, "no such file", "the page is at /")
	}
	if f.kept {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	return reply.Send(w, r, f.kind, f.tag, f.data)
}
