package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/solve"
)

// Jobs provides access to the jobs in an object store. It reads leases and commands
// from NATS. It is not safe for concurrent use.
type Jobs struct {
	bucket objectstore.Store
	queue  *queue             // nil without NATS
	kv     jetstream.KeyValue // nil without NATS
	last   *jobStore          // caches the manifests of the job used last
}

// OpenJobs opens the jobs in the object store at the given address. It connects to
// NATS only if a.URL is set.
func OpenJobs(ctx context.Context, store string, a Access) (*Jobs, error) {
	b, err := objectstore.Open(store)
	if err != nil {
		return nil, err
	}
	j := &Jobs{bucket: b}
	if a.URL == "" {
		return j, nil
	}
	if j.queue, err = connect(ctx, a, DefaultLease, b, ""); err == nil {
		j.kv, err = j.queue.bucket(ctx)
	}
	if err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Close closes the connection to NATS, if any.
func (j *Jobs) Close() {
	if j.queue != nil {
		j.queue.close()
	}
}

// Status describes the progress of a job.
type Status struct {
	ID          string    `json:"id"` // name of the job
	Game        string    `json:"game"`
	State       string    `json:"state"`                 // finished, running, waiting, pause or cancel
	Coordinator string    `json:"coordinator,omitempty"` // name of the coordinator
	Created     time.Time `json:"made"`                  // time of creation
	Search      bool      `json:"search,omitempty"`      // the job searches for a proof, and the number of states is that of nodes
	shards.Progress
	Error string `json:"error,omitempty"` // set if the status cannot be read
}

// States of a job, unless there is a command for it.
const (
	Finished = "finished"
	Running  = "running"
	Waiting  = "waiting" // waiting for a coordinator
)

// List returns the status of each job, sorted by ID.
func (j *Jobs) List(ctx context.Context) ([]Status, error) {
	list := []Status{}
	err := j.bucket.ListDir(ctx, "", func(o objectstore.Object) error {
		if !o.IsDir {
			return nil
		}
		s, err := j.Status(ctx, o.Name)
		var none *NoJobError
		if errors.As(err, &none) {
			return nil
		}
		if err != nil {
			s = &Status{ID: o.Name, Error: err.Error()}
		}
		list = append(list, *s)
		return nil
	})
	return list, err
}

// Status returns the status of a job, or a *NoJobError.
func (j *Jobs) Status(ctx context.Context, id string) (*Status, error) {
	described, created, err := j.job(ctx, id)
	if err != nil {
		return nil, err
	}
	s := &Status{ID: id, Game: described.Game, State: Finished, Created: created, Search: described.SearchNodes > 0}
	if j.last == nil || j.last.id != id {
		j.last = newJobStore(j.bucket, id)
	}
	if err := readJSON(ctx, j.bucket, j.last.finishedName(), &s.Progress); err == nil || !missing(err) && !isDamagedJSON(err) {
		return s, err
	}
	g := described.graph() // the graph of a search is never complete, because tasks are added during the search
	if err := j.last.fill(ctx, g); err != nil {
		return nil, err
	}
	tasks, _, layer := g.Next()
	s.Progress = g.Progress()
	if len(tasks) == 0 && layer == nil {
		return s, nil
	}
	s.State = Waiting
	if j.kv == nil {
		return s, nil
	}
	held, err := readLease(ctx, j.kv, j.queue.key(id))
	if err != nil {
		return nil, err
	}
	if held.left > 0 {
		s.State, s.Coordinator = Running, held.Holder
	}
	command, err := commandFor(ctx, j.kv, j.queue.key(id))
	s.State = cmp.Or(string(command), s.State)
	return s, err
}

// NoJobError is returned for a job that does not exist.
type NoJobError struct{ ID string }

func (e *NoJobError) Error() string {
	return fmt.Sprintf("no job %s; list the jobs with: zermelo cluster jobs", games.Echo(e.ID))
}

// job returns the description of a job and its creation time.
func (j *Jobs) job(ctx context.Context, id string) (*Job, time.Time, error) {
	at, err := j.bucket.Stat(ctx, id+"/job.json")
	if missing(err) || id == "" || strings.Contains(id, "/") {
		return nil, time.Time{}, &NoJobError{id}
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	described, err := readJob(ctx, j.bucket, id)
	return described, at.ModTime, err
}

// SetCommand sets the command for a job. The coordinator reads the command once per
// second.
func (j *Jobs) SetCommand(ctx context.Context, id string, command Command) error {
	if j.kv == nil {
		return games.BadInput("to control a job, specify the NATS server with --nats URL")
	}
	if _, _, err := j.job(ctx, id); err != nil {
		return err
	}
	if command == Continue {
		return j.kv.Delete(ctx, commandKey(j.queue.key(id)))
	}
	_, err := j.kv.PutString(ctx, commandKey(j.queue.key(id)), string(command))
	return err
}

// Clean deletes all objects of a job, the description last. It returns a
// [*HeldError] if a coordinator holds the job's lease in NATS.
func (j *Jobs) Clean(ctx context.Context, id string) (objects int, size int64, err error) {
	j.last = nil
	if _, _, err := j.job(ctx, id); err != nil {
		return 0, 0, err
	}
	if j.kv != nil {
		key := j.queue.key(id)
		held, err := readLease(ctx, j.kv, key)
		if err == nil && held.left > 0 {
			err = &HeldError{id, held}
		}
		if err = cmp.Or(err, j.queue.purge(ctx, id), j.kv.Delete(ctx, commandKey(key)), j.kv.Delete(ctx, leaseKey(key))); err != nil {
			return 0, 0, err
		}
	}
	for _, part := range []string{"/finished.json", "/made/", "/object/", "/layer/", "/question/", "/known/", "/job.json", "/"} {
		n, bytes, err := j.bucket.DeleteAll(ctx, id+part)
		objects, size = objects+n, size+bytes
		if err != nil {
			return objects, size, err
		}
	}
	return objects, size, nil
}

// NotFinishedError is returned by Import if the job has not finished.
type NotFinishedError struct{ Status *Status }

func (e *NotFinishedError) Error() string {
	return fmt.Sprintf("job %s is %s; only finished jobs can be imported", e.Status.ID, e.Status.State)
}

// Import writes the table of a finished job to the data directory db, as Solve
// does. o.Store must be the address of the job's object store. If the game is
// defined by a file, Import writes the file to the directory dir.
func (j *Jobs) Import(ctx context.Context, db, id, dir string, open Opener, o Options) (games.Variant, *solve.Result, error) {
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
		return nil, nil, games.BadInput("job %s is a proof search and has no table; run the same solve again with the same --store", id)
	}
	if described.Program != o.Program {
		return nil, nil, programError(id, described.Program, o.Program)
	}
	v, err := described.open(ctx, dir, open)
	if err != nil {
		return nil, nil, err
	}
	o.Sizes = described.Sizes
	r, err := makeTable(ctx, db, v, o)
	return v, r, err
}
