package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinksOfDocsLeadToFilesAndHeadings checks the links within the repository.
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
				t.Errorf("%s: link %s: %v", page, m[1], err)
				continue
			}
			if heading == "" {
				continue
			}
			linked, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(headings(string(linked)), heading) {
				t.Errorf("%s: link %s: no such heading in %s, which has %q", page, m[1], target, headings(string(linked)))
			}
		}
	}
}

// TestArchitectureNamesFoldersThatExist checks the files and folders that
// ARCHITECTURE.md names.
func TestArchitectureNamesFoldersThatExist(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b(?:games|solver|tablebase|reports|cmd|docs)(?:/[a-z0-9_.]+)*`).FindAllString(string(text), -1)
	if len(named) < 30 {
		t.Errorf("found %d folders, want 30 or more", len(named))
	}
	for _, name := range named {
		if _, err := os.Stat(strings.TrimSuffix(name, ".")); err != nil {
			t.Errorf("ARCHITECTURE.md: %s does not exist", name)
		}
	}
}

// TestDocsNameExistingPathsAndIdentifiers checks the paths and the exported names,
// as in `games.Tiered`, that the pages have in backquotes.
func TestDocsNameExistingPathsAndIdentifiers(t *testing.T) {
	t.Chdir("..")
	path := regexp.MustCompile("`((?:games|solver|tablebase|reports|cmd|docs)/[^`* :]*)(?::[^`* ]*)?`") // may end with the options of a script
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
				t.Errorf("%s: %s does not exist", page, m[1])
			}
		}
		for _, m := range name.FindAllSubmatch(text, -1) {
			found++
			if string(m[1]) != "badger" && !declares(t, string(m[1]), string(m[2])) {
				t.Errorf("%s: %s.%s does not exist", page, m[1], m[2])
			}
		}
	}
	if found < 20 {
		t.Errorf("found %d names, want 20 or more", found)
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

// headings returns the anchors of the headings of a page.
func headings(text string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		anchor := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		list = append(list, regexp.MustCompile(`[^a-z0-9_-]`).ReplaceAllString(anchor, ""))
	}
	return list
}
