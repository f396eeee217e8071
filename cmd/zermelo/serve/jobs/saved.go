package jobs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"zermelo/solver/durable"
)

// savedFolder is a folder in the data directory that only its owner can read.
const savedFolder = ".serve"

// openSaved opens or creates a file in savedFolder.
func openSaved(db, name string) (*os.File, error) {
	dir := filepath.Join(db, savedFolder)
	if err := errors.Join(durable.MkdirAll(dir), os.Chmod(dir, 0o700)); err != nil {
		return nil, err
	}
	return os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
}

// Token returns the token stored in the data directory db, or stores a new one.
func Token(db string) (string, error) {
	f, err := openSaved(db, "token")
	if err != nil {
		return "", err
	}
	token := rand.Text()
	stored := make([]byte, len(token))
	if n, _ := f.ReadAt(stored, 0); n == len(stored) {
		token = string(stored)
	} else if _, err = f.WriteAt([]byte(token), 0); err == nil {
		err = durable.Sync(f)
	}
	return token, errors.Join(err, f.Chmod(0o600), f.Close())
}

// lockTries is the maximum number of attempts to lock, one per lockInterval. The lock of a
// server that has been killed is released after a moment.
const (
	lockTries    = 20
	lockInterval = 50 * time.Millisecond
)

// load reads the jobs of the last server in the directory. Interrupted jobs are paused. If
// another server is running, the queue starts empty, and its jobs are not saved.
func (q *Queue) load(ctx context.Context) error {
	lock, err := openSaved(q.options.DB, "lock")
	if err != nil {
		return err
	}
	for range lockTries {
		if free, _ := durable.TryLock(lock); free {
			q.lock = lock
			break
		}
		time.Sleep(lockInterval)
	}
	if q.lock == nil {
		return lock.Close()
	}
	text, err := os.ReadFile(q.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var list []Job
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	for _, j := range list {
		e := &entry{Job: j}
		q.number, _ = strconv.Atoi(j.ID)
		if e.State == Working {
			e.State, e.Why = Paused, interrupted
		}
		if !e.Ended() {
			if e.variant, _ = q.options.Open(ctx, j.Game); e.variant == nil {
				e.State, e.Why = Failed, "its rules are no longer stored"
			}
		}
		q.jobs = append(q.jobs, e)
	}
	return err
}

func (q *Queue) path() string { return filepath.Join(q.options.DB, savedFolder, "jobs.json") }

// save stores the jobs. The caller must hold q.mu.
func (q *Queue) save() {
	if q.lock == nil {
		return
	}
	var list []Job
	for _, e := range q.jobs {
		list = append(list, e.Job)
	}
	text, err := json.Marshal(list)
	if err == nil {
		err = durable.WriteFile(q.path(), text)
	}
	if err != nil {
		q.options.Log.Error("save jobs", "err", err)
	}
}
