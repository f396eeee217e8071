package main

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// listed is a package in the output of go list.
type listed struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
}

// TestMutationsApply checks that all entries of the list apply to the sources
// and that the changed packages compile.
func TestMutationsApply(t *testing.T) {
	list := readMutations(t)
	packages := listPackages(t)
	for _, m := range list {
		source, err := os.ReadFile("../../" + m.file)
		if err != nil {
			t.Error(err)
			continue
		}
		changed, err := m.apply(string(source))
		if err != nil {
			t.Errorf("%s: %v", m.title, err)
			continue
		}
		if err := compile(packages, m.file, changed); err != nil {
			t.Errorf("%s: %v", m.title, err)
		}
	}
}

// TestMutationsNameTests checks that each pattern of -run matches a test. If none
// matches, go test passes.
func TestMutationsNameTests(t *testing.T) {
	list := readMutations(t)
	function := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, m := range list {
		folders, pattern, ok := strings.Cut(strings.Join(m.test, " "), " -run ")
		if !ok {
			continue
		}
		run, found := regexp.MustCompile(pattern), false
		for _, folder := range strings.Fields(folders) {
			files, _ := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
			for _, file := range files {
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range function.FindAllStringSubmatch(string(source), -1) {
					found = found || run.MatchString(name[1])
				}
			}
		}
		if !found {
			t.Errorf("%s: no test in %s matches %s", m.title, folders, pattern)
		}
	}
}

// readMutations reads the list of mutations.
func readMutations(t *testing.T) []mutation {
	text, err := os.ReadFile("mutations.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// listPackages returns the packages of the module and their dependencies.
func listPackages(t *testing.T) map[string]listed {
	list := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Export,Dir,GoFiles", "./...")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]listed{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
}

// compile type-checks the package of file after replacing the contents of file with
// changed. file is relative to the root of the module.
func compile(packages map[string]listed, file, changed string) error {
	p := packages["zermelo/"+path.Dir(file)]
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		var text any
		if name == path.Base(file) {
			text = changed
		}
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	imports := importer.ForCompiler(fset, "gc", func(name string) (io.ReadCloser, error) {
		return os.Open(packages[name].Export)
	})
	_, err := (&types.Config{Importer: imports, Sizes: types.SizesFor("gc", "amd64")}).Check(p.ImportPath, fset, files, nil)
	return err
}
