package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinksOfDocsLeadToFilesAndHeadings looks at the links within the repository.
func TestLinksOfDocsLeadToFilesAndHeadings(t *testing.T) {
	t.Chdir("..")
	link := regexp.MustCompile(`\]\(([^):]*)\)`)
	for _, page := range docs(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			file, heading, _ := strings.Cut(string(m[1]), "#")
			target := filepath.Join(filepath.Dir(page), file)
			if file == "" {
				target = page
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link %s leads nowhere: %v", page, m[1], err)
				continue
			}
			if heading == "" {
				continue
			}
			there, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(headings(string(there)), heading) {
				t.Errorf("%s: the link %s: %s has the headings %q", page, m[1], target, headings(string(there)))
			}
		}
	}
}

// TestArchitectureNamesFoldersThatExist looks at the tree and at the files and
// folders in the text.
func TestArchitectureNamesFoldersThatExist(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b(?:games|solver|tablebase|reports|cmd|docs)(?:/[a-z0-9_.]+)*`).FindAllString(string(text), -1)
	if len(named) < 30 {
		t.Errorf("only %d folders found", len(named))
	}
	for _, name := range named {
		if _, err := os.Stat(strings.TrimSuffix(name, ".")); err != nil {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", name)
		}
	}
}

// TestDocsNameWhatExists looks at the paths and at the names of packages, as in
// `games.Tiered`, that the pages have in backquotes.
func TestDocsNameWhatExists(t *testing.T) {
	t.Chdir("..")
	path := regexp.MustCompile("`((?:games|solver|tablebase|reports|cmd|docs)/[^`* ]*)`")
	name := regexp.MustCompile("`([a-z]+)\\.([A-Z][A-Za-z]*)`")
	found := 0
	for _, page := range docs(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range path.FindAllSubmatch(text, -1) {
			found++
			if _, err := os.Stat(string(m[1])); err != nil {
				t.Errorf("%s names %s, which does not exist", page, m[1])
			}
		}
		for _, m := range name.FindAllSubmatch(text, -1) {
			found++
			if string(m[1]) != "badger" && !declares(t, string(m[1]), string(m[2])) {
				t.Errorf("%s names %s.%s, which does not exist", page, m[1], m[2])
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d names found", found)
	}
}

// declares reports whether a package of the module declares an exported name.
func declares(t *testing.T, pkg, name string) bool {
	var files []string
	for _, pattern := range []string{"", "*/", "*/*/"} {
		more, err := filepath.Glob(pattern + pkg + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	declaration := regexp.MustCompile(`(?m)^(func|type|const|var|\t) ?` + name + `\b`)
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && declaration.Match(text)
	})
}

// headings are the anchors of the headings of a page.
func headings(text string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		anchor := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		list = append(list, regexp.MustCompile(`[^a-z0-9_-]`).ReplaceAllString(anchor, ""))
	}
	return list
}
