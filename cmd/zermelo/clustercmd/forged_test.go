package clustercmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/cluster/clustertest"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// TestImportOpensOnlyGames imports a job that is marked as finished and whose game has
// been replaced with a command or with a file of this machine.
func TestImportOpensOnlyGames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	store, err := objectstoretest.FileURL(dir)
	if err != nil {
		t.Fatal(err)
	}
	nats := clustertest.NATS(t)
	run := func(args ...string) (code int, errors string) {
		var text bytes.Buffer
		code = command.Run(t.Context(), command.Options{Registry: builtin.Registry(), Stdout: &text, Stderr: &text},
			append([]string{"--db", filepath.Join(dir, "tables")}, args...)...)
		return code, text.String()
	}
	if code, text := run("cluster", "solve", "chomp:size=2x2", "--workers", "1", "--nats", nats, "--store", store); code != 0 {
		t.Fatal(text)
	}
	made, err := filepath.Glob(filepath.Join(dir, "*", "job.json"))
	if err != nil || len(made) != 1 {
		t.Fatalf("jobs %q (%v), want one", made, err)
	}
	text, err := os.ReadFile(made[0])
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "there.star")
	if err := os.WriteFile(script, []byte(`fail("it was read")`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, game := range []string{"exec:touch ran", script, "there.star"} {
		var j cluster.Job
		if err := json.NewDecoder(bytes.NewReader(text)).Decode(&j); err != nil {
			t.Fatal(err)
		}
		j.Game = game
		forged, err := json.Marshal(&j)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(dir, j.ID())
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"job.json": forged, "finished.json": []byte("{}")} {
			sealed := fmt.Appendf(text[:len(text):len(text)], "\n%016x\n", xxhash.Sum64(text))
			if err := os.WriteFile(filepath.Join(folder, name), sealed, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		code, said := run("cluster", "jobs", "import", "--nats", nats, "--store", store, "--", j.ID())
		if code != 1 || strings.Contains(said, "it was read") || !strings.Contains(said, "unknown game") {
			t.Errorf("%s: exit code %d: %s", game, code, said)
		}
	}
	if _, err := os.Stat("ran"); err == nil {
		t.Error("the command of the job ran")
	}
}
