// Lintimports checks the imports between the packages of this module:
//
//	games <- solver <- tablebase <- reports <- cmd <- docs
//
// A package may import packages in its own folder and in folders to the left. This
// also applies to tests. The packages within a folder are ordered too; see order.go.
// Only tests in solver and tablebase may import a particular game. Apart from tests,
// only the files tablebase/store/badger*.go may import the key-value store, so that the
// store can be replaced.
//
// Lintimports prints each offence in the form "file: text" and exits with status 1 if
// there are any. Run it at the root of the module: go run ./cmd/lintimports
package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

const (
	module     = "zermelo"
	store      = "github.com/dgraph-io/badger"
	storeFiles = "tablebase/store/badger" // start of the names of the files that may import store
)

func main() {
	offences, err := check(os.DirFS("."))
	if err != nil {
		fmt.Fprintln(os.Stderr, "lintimports:", err)
		os.Exit(1)
	}
	for _, o := range offences {
		fmt.Println(o)
	}
	if len(offences) > 0 {
		os.Exit(1)
	}
}

func check(root fs.FS) ([]string, error) {
	var offences []string
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		imports, err := importsOf(root, name)
		if err != nil {
			return err
		}
		for _, imp := range imports {
			if wrong := fault(name, imp); wrong != "" && !slices.Contains(offences, name+": "+wrong) {
				offences = append(offences, name+": "+wrong)
			}
		}
		return nil
	})
	return offences, err
}

func importsOf(root fs.FS, name string) ([]string, error) {
	src, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var imports []string
	for _, spec := range file.Imports {
		imports = append(imports, strings.Trim(spec.Path.Value, "\"`"))
	}
	return imports, nil
}

// fault returns the reason why file must not import imp, or "" if the import is
// allowed.
func fault(file, imp string) string {
	folder, _, _ := strings.Cut(file, "/")
	if strings.HasPrefix(imp, store) && !strings.HasPrefix(file, storeFiles) && !(isTest(file) && folder == "tablebase") {
		return store + " may only be imported in " + storeFiles + "*.go"
	}
	inside := strings.TrimPrefix(imp, module+"/")
	for _, o := range orders() {
		if wrong := o.fault(file, inside); wrong != "" {
			return wrong
		}
	}
	if strings.HasPrefix(inside, "games/") && !isTest(file) && (folder == "solver" || folder == "tablebase") {
		return fmt.Sprintf("%s may not import a particular game: %s", folder, imp)
	}
	return ""
}
