package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zermelo/tablebase/cluster/clustertest"
)

// oldTables lists the complete tables of testdata/old/3fbc141.zip, with the value of the
// start position and the result of verify at that commit. The tables without a result
// were built with rules that have changed, and are rejected.
var oldTables = []struct{ game, value, verified string }{
	// Layers.
	{"tron:size=3x4", "blue wins in 7 plies", "all 147 positions, digest e171e47c456cb35f"},
	{"skirmish:inner=3,steps=4", "draw in 3 plies", "all 42 positions, digest dab77fba31a14b8f"},
	{"coordination:rounds=3", "equilibrium payoffs white 15, black 15 points", "all 22 positions, digest 81357af72015faee"},
	{"tron:size=5x5,turns=simultaneous,walls=ring", "even, 50 points each", "all 8 positions, digest 70b68f9200025fe2"},
	{"three.kif", "equilibrium payoffs red 100, blue 0, green 50 points", "all 18 positions, digest bad9299e10a56f6b"},
	{"sticks.star:sticks=12", "second wins in 6 plies", "all 24 positions, digest 573c01b203fe8846"},
	{"exec:python3 ladder.py", "first wins in 9 plies", "all 55 positions, digest 998bee565ff1b9bc"},
	// Tiers.
	{"dodgem", "left wins in 19 plies", "all 1,377 positions, digest edf6c424a3324b7b"},
	{"chess:pieces=KQK", "white wins in 15 plies", "all 46,599 positions, digest e8290a181ed80c1b"},
	// Other games whose positions repeat.
	{"around.star:total=2", "draw", "all 4 positions, digest 8d91723940724b7c"},
	{"both.star", "even, 1 point each", "all 3 positions, digest a955f3ae6500c54d"},
	{"pact.star", "not solved: positions can repeat", "all 4 positions, digest 579c007110c18823"},
	// Proofs, and a play of one player.
	{"tron:size=4x4", "draw", "the proof covers all play, 37 positions"},
	{"breakthrough:size=3x5", "white wins in 7 plies", "length verified from the rules alone: 7 plies"},
	{"steps.kif", "me gets 100 points in 2 plies", "a play of 2 plies gets the maximum payoff of 100 points \\(from the rules alone\\)"},
	// In that commit, the value of endless play with an odd total was rounded down.
	{"around.star", "draw", ""},
	{"both.star:total=1", "even, 0.5 points each", ""},
	{"walk.kif:endless=draw", "me gets 25.5 points", ""},
}

// oldSolves lists the interrupted solves and searches in the archive, with a pattern for
// the output of tables, a flag of solve, and the result of verify.
var oldSolves = []struct{ game, line, flags, verified string }{
	{"tron:size=4x5", "interrupted: 0 of 19 layers solved", "--method=table", "all 5,568 positions, digest db82ce4a8695a3c9"},
	{"morris:men=3", "interrupted: 2 of 8 tiers solved", "--method=table", "all 565 positions, digest 03581bea43d599b7"},
	{"connect4:size=5x5", "943 .* state of an interrupted search", "--method=pns", "the proof covers all play"},
}

// TestOldTablesAreReadOrRejected opens tables of an older commit. Each table must have
// the recorded values and digest, or commands must print how to solve the game again,
// and that command must work.
func TestOldTablesAreReadOrRejected(t *testing.T) {
	run, dir := openArchive(t)
	t.Run("without the file", func(t *testing.T) {
		path := filepath.Join(dir, "three.kif")
		if err := os.Rename(path, path+".away"); err != nil {
			t.Fatal(err)
		}
		run(t, 2, "three.kif@[0-9a-f]{6}: the rules are not stored with the table; use their file, as in FOLDER/three.kif", "query", "three.kif")
		if err := os.Rename(path+".away", path); err != nil {
			t.Fatal(err)
		}
	})
	for _, old := range oldTables {
		t.Run(old.game, func(t *testing.T) {
			skipWithoutPython(t, old.game)
			if old.verified == "" {
				again := "was built with different rules .*" + regexp.QuoteMeta(`; rebuild it with: zermelo solve --force "`+old.game+`"`)
				for _, command := range []string{"query", "report", "line", "verify", "solve"} {
					run(t, 4, again, command, old.game)
				}
				run(t, 4, again, "export", old.game, "--format=csv", "--output=-")
				run(t, 0, old.value, "solve", "--force", old.game, "--quiet")
				run(t, 0, "verified: all", "verify", old.game)
			} else {
				run(t, 0, old.verified, "verify", old.game)
			}
			run(t, 0, old.value, "query", old.game)
			run(t, 0, "(?i)"+old.value, "report", old.game)
		})
	}
}

// TestOldSolvesResume resumes solves and a search that were started by an older commit.
// It also checks that an analysis starts with the bounds proven by that commit.
func TestOldSolvesResume(t *testing.T) {
	run, _ := openArchive(t)
	for _, old := range oldSolves {
		t.Run(old.game, func(t *testing.T) {
			run(t, 0, old.line, "tables")
			run(t, 3, "zermelo solve "+regexp.QuoteMeta(`"`+old.game+`"`), "query", old.game)
			run(t, 0, old.game, "solve", old.game, old.flags, "--quiet")
			run(t, 0, old.verified, "verify", old.game)
		})
	}
	t.Run("results", func(t *testing.T) {
		analyze := []string{"analyze", "connect4:size=4x4", "--nodes=1", "--threads=1", "--quiet"}
		run(t, 0, "between -4 and 0", analyze...)
		run(t, 0, "between -5 and 5|no bounds", append(analyze, "--fresh")...)
	})
}

// TestOldJobsAreImported builds tables from the objects of cluster solves of an older
// commit, and reads a table published by one of them.
func TestOldJobsAreImported(t *testing.T) {
	run, dir := openArchive(t)
	store, nats := "file://"+dir+"/objects", clustertest.NATS(t)
	run(t, 0, "left wins in 19 plies", "query", "dodgem", "--db", store)
	for _, old := range []struct{ job, game, verified string }{
		{"dodgem.2a9a535ffd869374", "dodgem", "all 1,377 positions, digest edf6c424a3324b7b"},
		{"three.kif.7ce7e193e4c1ac7b", "three.kif", "all 18 positions, digest bad9299e10a56f6b"},
		{"sticks.star-sticks-12.638aba092a572495", "sticks.star:sticks=12", "all 24 positions, digest 573c01b203fe8846"},
	} {
		t.Run(old.job, func(t *testing.T) {
			run(t, 0, old.job+" +finished ", "cluster", "jobs", "--store", store)
			run(t, 0, "digest", "cluster", "jobs", "import", old.job, "--store", store, "--nats", nats, "--db", "imported")
			run(t, 0, old.verified, "verify", old.game, "--db", "imported")
			run(t, 0, "(?i)roles?", "tables", "show", old.game, "--db", "imported")
		})
	}
}

// openArchive extracts the tables of an older commit to a folder. It returns the folder
// and a function that runs the program there and compares its exit code and its output
// with an expected code and a pattern.
func openArchive(t *testing.T) (run func(t *testing.T, code int, pattern string, args ...string), dir string) {
	t.Helper()
	archive, err := zip.OpenReader("testdata/old/3fbc141.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	dir = t.TempDir()
	if err := os.CopyFS(dir, archive); err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, code int, pattern string, args ...string) {
		t.Helper()
		var out bytes.Buffer
		cmd := zermelo(t, &out, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "ZERMELO_DB=tables")
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != code || !regexp.MustCompile(pattern).Match(out.Bytes()) {
			t.Errorf("zermelo %s: exit code %d, want %d and %q:\n%s", strings.Join(args, " "), got, code, pattern, &out)
		}
	}, dir
}

func skipWithoutPython(t *testing.T, game string) {
	if _, err := exec.LookPath("python3"); err != nil && strings.Contains(game, "python3") {
		t.Skip(err)
	}
}
