package cluster_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/solver/job"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// solveIn solves a game using an object store in folder.
func solveIn(t *testing.T, folder string) (*job.Solution, error) {
	t.Helper()
	return solveSpec(t, "tron:size=4x4", folder)
}

func solveSpec(t *testing.T, spec, folder string) (*job.Solution, error) {
	t.Helper()
	v, err := open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	url, err := objectstoretest.FileURL(folder)
	if err != nil {
		t.Fatal(err)
	}
	r, err := cluster.Solve(t.Context(), t.TempDir(), v, cluster.Options{Access: nats(t), Store: url, Threads: 2, Sizes: shards.Sizes{Shards: 2, MinStates: 1}})
	if err != nil {
		return nil, err
	}
	return r.Solution, nil
}

// files returns the files of a store that match a pattern. It fails the test if
// there are none.
func files(t *testing.T, folder, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(folder, "*", pattern))
	if err != nil || len(list) == 0 {
		t.Fatalf("no %s in the store (%v)", pattern, err)
	}
	return list
}

// flip corrupts the first byte after the header of an object.
func flip(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[8] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestSolveResumesFromStoreOnly(t *testing.T) {
	folder := t.TempDir()
	first, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	kept := files(t, folder, "object/solve/0005/*")
	for _, pattern := range []string{"made/solve/0003/*", "made/expand/0004/*", "layer/0006.json"} {
		for _, path := range files(t, folder, pattern) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	again, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	if again.Digest != first.Digest {
		t.Errorf("digest %016x, want %016x", again.Digest, first.Digest)
	}
	if now := files(t, folder, "object/solve/0005/*"); len(now) != len(kept) {
		t.Errorf("layer 5 has %d objects after resuming, want %d", len(now), len(kept))
	}
}

func TestStatusReadsEachManifestOnce(t *testing.T) {
	folder := t.TempDir()
	if _, err := solveIn(t, folder); err != nil {
		t.Fatal(err)
	}
	solved := files(t, folder, "made/solve/0003/*")
	if err := os.Remove(files(t, folder, "finished.json")[0]); err != nil { // otherwise Status reads no manifests
		t.Fatal(err)
	}
	last, err := os.ReadFile(solved[0])
	if err := errors.Join(err, os.Remove(solved[0])); err != nil {
		t.Fatal(err)
	}
	url, err := objectstoretest.FileURL(folder)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := cluster.OpenJobs(t.Context(), url, cluster.Access{})
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	id := filepath.Base(filepath.Dir(files(t, folder, "job.json")[0]))
	before, err := jobs.Status(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	// Complete one more task, and corrupt each manifest that was read.
	for _, path := range files(t, folder, "made/*/*/*") {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(solved[0], last, 0o666); err != nil {
		t.Fatal(err)
	}
	after, err := jobs.Status(t.Context(), id)
	if err != nil || after.Tasks != before.Tasks+1 || before.State != cluster.Waiting || after.State != cluster.Finished {
		t.Errorf("status before: %+v\nafter: %+v (%v)\nwant one more task after, and the job finished", before, after, err)
	}
}

func TestDamagedObjectIsRecreated(t *testing.T) {
	folder := t.TempDir()
	first, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	flip(t, files(t, folder, "object/merge/0004/*")[0])
	if err := os.Remove(files(t, folder, "object/expand/0003/*")[0]); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"made/solve/0003/*", "made/solve/0004/*"} {
		for _, path := range files(t, folder, pattern) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	again, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	if again.Digest != first.Digest {
		t.Errorf("digest %016x, want %016x", again.Digest, first.Digest)
	}
}

func TestTruncatedObjectIsRecreated(t *testing.T) {
	folder := t.TempDir()
	first, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	for i, pattern := range []string{"object/merge/0004/*", "object/solve/0006/*", "object/expand/0003/*"} {
		if err := os.Truncate(files(t, folder, pattern)[0], int64(20*i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range files(t, folder, "made/solve/0003/*") {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	again, err := solveIn(t, folder)
	if err != nil || again.Digest != first.Digest {
		t.Fatalf("digest %016x (%v), want %016x", again.Digest, err, first.Digest)
	}
}

// TestChangedManifestIsRecreated changes manifests and the division of a layer, so that
// they remain valid JSON.
func TestChangedManifestIsRecreated(t *testing.T) {
	folder := t.TempDir()
	first, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	digits := regexp.MustCompile(`"(states|number|children)":\[?\d+`)
	for _, pattern := range []string{"made/expand/0003/*", "made/merge/0002/*", "made/solve/0004/*", "layer/0005.json", "finished.json"} {
		path := files(t, folder, pattern)[0]
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := digits.ReplaceAllFunc(text, func(b []byte) []byte { return append(b[:len(b)-1:len(b)-1], b[len(b)-1]^1) })
		if err := os.WriteFile(path, changed, 0o666); err != nil || bytes.Equal(changed, text) {
			t.Fatalf("%s: nothing changed (%v)", path, err)
		}
	}
	again, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(facts(first), facts(again)); diff != "" {
		t.Errorf("-first +again:\n%s", diff)
	}
}

func TestDamagedTierIsSolvedAgain(t *testing.T) {
	folder := t.TempDir()
	first, err := solveSpec(t, "dodgem:size=3x3", folder)
	if err != nil {
		t.Fatal(err)
	}
	last := len(first.Tiers) - 1
	flip(t, files(t, folder, fmt.Sprintf("object/tier/%04d/*", first.Tiers[last].Lower[0]))[0])
	if err := os.Remove(files(t, folder, fmt.Sprintf("made/tier/%04d/*", last))[0]); err != nil {
		t.Fatal(err)
	}
	flip(t, files(t, folder, fmt.Sprintf("object/tier/%04d/*", last-1))[0]) // detected when the table is written
	kept := files(t, folder, "object/tier/0000/*")
	again, err := solveSpec(t, "dodgem:size=3x3", folder)
	if err != nil {
		t.Fatal(err)
	}
	if again.Digest != first.Digest {
		t.Errorf("digest %016x, want %016x", again.Digest, first.Digest)
	}
	if now := files(t, folder, "object/tier/0000/*"); !slices.Equal(now, kept) {
		t.Errorf("objects of tier 0 are %q, want %q", now, kept)
	}
}

func TestObjectDamagedAtTheEndIsRecreated(t *testing.T) {
	folder := t.TempDir()
	first, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	var flipped []string
	for _, pattern := range []string{"object/solve/0003/*", "object/solve/0002/*"} {
		flipped = append(flipped, files(t, folder, pattern)[0])
	}
	for _, path := range flipped {
		flip(t, path)
	}
	again, err := solveIn(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(facts(first), facts(again)); diff != "" {
		t.Errorf("-first +again:\n%s", diff)
	}
	for _, path := range flipped {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("damaged object %s still exists", filepath.Base(path))
		}
	}
}

func TestConflictingResultsAreAnError(t *testing.T) {
	g := shards.NewGraph(shards.Sizes{Shards: 1, MinStates: 1}, 1)
	one := &shards.Manifest{Task: shards.Task{Kind: shards.Merge}, Object: shards.Object{Name: "one", Hash: 1}}
	other := &shards.Manifest{Task: one.Task, Object: shards.Object{Name: "other", Hash: 2}}
	if err := errors.Join(g.Add(one), g.Add(one)); err != nil {
		t.Fatalf("adding the same result twice: %v", err)
	}
	err := g.Add(other)
	var conflict *shards.ConflictError
	if !errors.As(err, &conflict) || !strings.Contains(err.Error(), "one") || !strings.Contains(err.Error(), "other") {
		t.Errorf("error %v, want an error with the names of both objects", err)
	}
}

func TestRoundOfARangeIsRerun(t *testing.T) {
	folder := t.TempDir()
	first, err := solveSpec(t, "dodgem:size=4x4", folder)
	if err != nil {
		t.Fatal(err)
	}
	last := fmt.Sprintf("%04d", len(first.Tiers)-1)
	hashes := map[string]string{} // by object
	for _, path := range files(t, folder, "object/round/"+last+"/*") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		task := path[:strings.LastIndexByte(path, '-')]
		hashes[task] = string(data)
	}
	// The End task must rerun all rounds, because the new worker has no ranges in
	// memory. One object is damaged, and the result of step 9 is missing.
	for _, pattern := range []string{"made/tier/" + last + "/*", "made/end/" + last + "/00001*", "made/round/" + last + "/00000-0009*"} {
		for _, path := range files(t, folder, pattern) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	damaged := files(t, folder, "object/round/"+last+"/00001-0005-*")[0]
	flip(t, damaged)
	again, err := solveSpec(t, "dodgem:size=4x4", folder)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(facts(first), facts(again)); diff != "" {
		t.Errorf("-first +again:\n%s", diff)
	}
	for _, path := range files(t, folder, "object/round/"+last+"/*") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if path == damaged {
			t.Errorf("damaged object %s still exists", filepath.Base(path))
		} else if hashes[path[:strings.LastIndexByte(path, '-')]] != string(data) {
			t.Errorf("the content of %s changed", filepath.Base(path))
		}
	}
}
