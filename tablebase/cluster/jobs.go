package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"gocloud.dev/blob"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/build"
)

// Jobs are the jobs of a store. The store tells how far they are; NATS, if there is a URL, who coordinates
// them and what people want of them. It is for one goroutine.
type Jobs struct {
	bucket *bucket
	queue  *queue             // nil without a URL
	kv     jetstream.KeyValue // likewise
	last   *jobStore          // the job that was asked about last: what was read of it is not read again
}

// OpenJobs opens the jobs of a store.
func OpenJobs(ctx context.Context, store string, a Access) (*Jobs, error) {
	b, err := openBucket(ctx, store)
	if err != nil {
		return nil, err
	}
	j := &Jobs{bucket: b}
	if a.URL == "" {
		return j, nil
	}
	if j.queue, err = connect(ctx, a, DefaultLease); err == nil {
		j.kv, err = j.queue.bucket(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// Close ends the connections.
func (j *Jobs) Close() error {
	if j.queue != nil {
		j.queue.close()
	}
	return j.bucket.Close()
}

// Status is how far a job is.
type Status struct {
	ID          string    `json:"id"`
	Game        string    `json:"game"`
	State       string    `json:"state"` // finished, running, paused, cancelled, or waiting for a coordinator
	Coordinator string    `json:"coordinator,omitempty"`
	Made        time.Time `json:"made"`
	Search      bool      `json:"search,omitempty"` // for a proof: it has nodes, not states
	shards.Far
	Error string `json:"error,omitempty"` // why it cannot be told
}

// The states of a job beside Paused and Cancelled.
const (
	Finished = "finished"
	Running  = "running"
	Waiting  = "waiting"
)

// List tells of all jobs, by their IDs.
func (j *Jobs) List(ctx context.Context) ([]Status, error) {
	list := []Status{}
	err := j.bucket.List(ctx, &blob.ListOptions{Delimiter: "/"}, func(o *blob.ListObject) error {
		id := strings.TrimSuffix(o.Key, "/")
		if there, err := j.bucket.Exists(ctx, id+"/job.json"); !o.IsDir || err == nil && !there {
			return nil
		}
		s, err := j.Status(ctx, id)
		if err != nil {
			s = &Status{ID: id, Error: err.Error()}
		}
		list = append(list, *s)
		return nil
	})
	return list, err
}

// Status tells of a job. Its error is a *NoJobError if there is none.
func (j *Jobs) Status(ctx context.Context, id string) (*Status, error) {
	described, made, err := j.job(ctx, id)
	if err != nil {
		return nil, err
	}
	s := &Status{ID: id, Game: described.Game, State: Finished, Made: made, Search: described.SearchNodes > 0}
	if j.last == nil || j.last.id != id {
		j.last = newJobStore(j.bucket, id)
	}
	if err := readJSON(ctx, j.bucket, j.last.finishedName(), &s.Far); !missing(err) {
		return s, err
	}
	g := described.graph() // of a search, whose tasks are not known before, it is never done
	if err := j.last.fill(ctx, g); err != nil {
		return nil, err
	}
	tasks, layer := g.Next()
	s.Far = g.Far()
	if len(tasks) == 0 && layer == nil {
		return s, nil
	}
	s.State = Waiting
	if j.kv == nil {
		return s, nil
	}
	held, err := leaseOn(ctx, j.kv, id)
	if err != nil {
		return nil, err
	}
	if time.Now().Before(held.Until) {
		s.State, s.Coordinator = Running, held.Holder
	}
	want, err := steered(ctx, j.kv, id)
	s.State = cmp.Or(string(want), s.State)
	return s, err
}

// NoJobError says that a store has no such job.
type NoJobError struct{ ID string }

func (e *NoJobError) Error() string {
	return fmt.Sprintf("there is no job %s: \"zermelo jobs\" lists those of a store", games.Echo(e.ID))
}

// job reads a job, and when it was made.
func (j *Jobs) job(ctx context.Context, id string) (*Job, time.Time, error) {
	at, err := j.bucket.Attributes(ctx, id+"/job.json")
	if missing(err) || id == "" || strings.Contains(id, "/") {
		return nil, time.Time{}, &NoJobError{id}
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	described, err := readJob(ctx, j.bucket, id)
	return described, at.ModTime, err
}

// leaseOn is the lease of a job's coordinator; zero if there is none.
func leaseOn(ctx context.Context, kv jetstream.KeyValue, id string) (held lease, err error) {
	entry, err := kv.Get(ctx, leaseKey(id))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return held, nil
	}
	if err == nil {
		err = json.Unmarshal(entry.Value(), &held)
	}
	return held, err
}

// Steer says what a job is to do. Its coordinator looks each second, and at its start.
func (j *Jobs) Steer(ctx context.Context, id string, want Steered) error {
	if j.kv == nil {
		return games.BadInput("give --nats URL: who coordinates a job is told through NATS")
	}
	if _, _, err := j.job(ctx, id); err != nil {
		return err
	}
	if want == Going {
		return j.kv.Delete(ctx, steerKey(id))
	}
	_, err := j.kv.PutString(ctx, steerKey(id), string(want))
	return err
}

// Clean removes all objects of a job, the job last. Its error is a *HeldError if the job has a coordinator
// by NATS.
func (j *Jobs) Clean(ctx context.Context, id string) (objects int, size int64, err error) {
	j.last = nil
	if _, _, err := j.job(ctx, id); err != nil {
		return 0, 0, err
	}
	if j.kv != nil {
		held, err := leaseOn(ctx, j.kv, id)
		if err == nil && time.Now().Before(held.Until) {
			err = &HeldError{id, held.Holder, held.Until}
		}
		if err = cmp.Or(err, j.queue.purge(ctx, id), j.kv.Delete(ctx, steerKey(id)), j.kv.Delete(ctx, leaseKey(id))); err != nil {
			return 0, 0, err
		}
	}
	for _, part := range []string{"/finished.json", "/made/", "/object/", "/layer/", "/question/", "/known/", "/job.json"} {
		n, bytes, err := j.bucket.clean(ctx, id+part)
		objects, size = objects+n, size+bytes
		if err != nil {
			return objects, size, err
		}
	}
	if j.bucket.folder != "" {
		err = os.RemoveAll(filepath.Join(j.bucket.folder, id)) // with what killed processes have left
	}
	return objects, size, err
}

// NotFinishedError says that a job is not finished.
type NotFinishedError struct{ Status *Status }

func (e *NotFinishedError) Error() string {
	return fmt.Sprintf("job %s is not finished, but %s: import it when it is", e.Status.ID, e.Status.State)
}

// Import makes a table in the data directory db of a finished job, as its coordinator does; see Solve.
// Options.Store is the store of the job. The game's file, if there is one, goes to the folder dir.
func (j *Jobs) Import(ctx context.Context, db, id, dir string, open Opener, o Options) (games.Variant, *build.Result, error) {
	status, err := j.Status(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if status.State != Finished {
		return nil, nil, &NotFinishedError{status}
	}
	described, _, err := j.job(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if described.SearchNodes > 0 {
		return nil, nil, games.BadInput("job %s is a search for a proof, not a table: to have the proof here, type the solve again, with the same --store", id)
	}
	if described.Program != o.Program {
		return nil, nil, fmt.Errorf("job %s is of program %s, this is %s: use the same version", id, described.Program, o.Program)
	}
	v, err := described.open(ctx, dir, open)
	if err != nil {
		return nil, nil, err
	}
	o.Sizes = described.Sizes
	r, err := makeTable(ctx, db, v, o)
	return v, r, err
}
