package tablebase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/ristretto/v2/z"
)

// This file is the only one that knows Badger. A finished table is written
// once, in order of its keys, by the StreamWriter, which builds the files of
// the last level directly: no log, no compaction, and the same bytes whatever
// the order in which the blocks were computed. It is read by look-ups only.
//
// Blocks do not pass through Badger while they are computed: its log is a
// memory-mapped sparse file, so a full disk ends the process with SIGBUS, and
// its flush of a memtable retries for ever. See journal.go.

// maxValue is the longest value in bytes: below the value-log threshold, so
// that values lie beside their keys.
const maxValue = 512 << 10

// sstSize is the size of the files of a table, in bytes.
const sstSize = 32 << 20

// errMissing says that a key is not stored.
var errMissing = errors.New("key not found")

func badgerOptions(dir string, log *slog.Logger) badger.Options {
	o := badger.DefaultOptions(dir).
		WithLogger(badgerLog{log}).
		WithMetricsEnabled(false).
		WithCompression(options.None).
		WithBloomFalsePositive(0).
		WithBlockCacheSize(0).
		WithDetectConflicts(false).
		WithNumVersionsToKeep(1).
		WithNumCompactors(0).
		WithCompactL0OnClose(false).
		WithNumGoroutines(1).
		WithNumMemtables(1).
		WithMemTableSize(8 << 20).
		WithValueThreshold(1 << 20).
		WithValueLogFileSize(1 << 20).
		WithBaseTableSize(sstSize).
		// OnBlockRead finds each flipped bit outside of what the seal covers, in
		// Badger's own trailers too, and costs less than can be measured on a
		// probe. OnTableRead finds the same, but reads all of the table at each
		// opening and then passes over what is damaged. With NoVerification our
		// own checksums find what would change an answer, and no more.
		WithChecksumVerificationMode(options.OnBlockRead)
	o.TableSizeMultiplier = 1
	return o
}

// kvReader looks up keys in a finished table. It is safe for concurrent use.
type kvReader struct {
	db  *badger.DB
	txn *badger.Txn
}

// openKV opens a finished table, read-only.
func openKV(dir string, log *slog.Logger) (r *kvReader, err error) {
	defer recovered(&err)
	db, err := badger.Open(badgerOptions(dir, log).WithReadOnly(true))
	if err != nil {
		return nil, err
	}
	return &kvReader{db, db.NewTransaction(false)}, nil
}

// get calls use with the value of key, which it must not keep, or returns
// errMissing.
func (r *kvReader) get(key []byte, use func(value []byte) error) error {
	value, err := r.value(key)
	if err != nil {
		return err
	}
	return use(value)
}

func (r *kvReader) value(key []byte) (value []byte, err error) {
	defer recovered(&err)
	item, err := r.txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, errMissing
	}
	if err != nil {
		return nil, err
	}
	err = item.Value(func(v []byte) error { value = v; return nil })
	return value, err
}

func (r *kvReader) close() (err error) {
	defer recovered(&err)
	r.txn.Discard()
	return r.db.Close()
}

// recovered turns a panic, which Badger has for damaged files, into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("reading stopped: %v", r)
	}
}

// kvWriter writes a new table.
type kvWriter struct {
	dir     string
	db      *badger.DB
	stream  *badger.StreamWriter
	pending *z.Buffer
}

// createKV starts a table in a folder that does not exist yet.
func createKV(dir string, log *slog.Logger) (*kvWriter, error) {
	// Badger would keep other users of the machine out.
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	db, err := badger.Open(badgerOptions(dir, log))
	if err != nil {
		return nil, err
	}
	w := &kvWriter{dir: dir, db: db, stream: db.NewStreamWriter(), pending: z.NewBuffer(flushAt, "table")}
	if err := w.stream.Prepare(); err != nil {
		w.abort()
		return nil, err
	}
	return w, nil
}

// flushAt is how many bytes are handed to Badger at once.
const flushAt = 4 << 20

// add stores a value. Keys must ascend.
func (w *kvWriter) add(key, value []byte) error {
	if len(value) > maxValue {
		panic(fmt.Sprintf("tablebase: a value of %d bytes", len(value)))
	}
	badger.KVToBuffer(&pb.KV{Key: key, Value: value, Version: 1}, w.pending)
	if w.pending.LenNoPadding() < flushAt {
		return nil
	}
	return w.flush()
}

func (w *kvWriter) flush() error {
	err := w.stream.Write(w.pending)
	w.pending.Reset()
	return err
}

// abort ends the writer without a table.
func (w *kvWriter) abort() {
	w.stream.Cancel()
	_ = w.db.Close() // what is there will be removed
	_ = w.pending.Release()
}

// finish completes the table and removes what only writers need: empty logs,
// the lock and the statistics of the value log.
func (w *kvWriter) finish() error {
	if err := w.flush(); err != nil {
		w.abort()
		return err
	}
	if err := w.stream.Flush(); err != nil {
		w.abort()
		return err
	}
	if err := errors.Join(w.db.Close(), w.pending.Release()); err != nil {
		return err
	}
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(w.dir, e.Name())
		switch {
		case strings.HasSuffix(e.Name(), ".sst"):
		case e.Name() == badger.ManifestFilename:
			info, err := os.Stat(w.dir)
			if err == nil {
				err = os.Chmod(path, info.Mode()&0o666)
			}
			if err != nil {
				return err
			}
		default:
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// badgerLog passes Badger's messages on, at a lower level: what matters comes
// back as an error.
type badgerLog struct{ log *slog.Logger }

func (l badgerLog) pass(format string, args []any) {
	if l.log != nil && l.log.Enabled(context.Background(), slog.LevelDebug) {
		l.log.Debug("badger: " + strings.TrimSpace(fmt.Sprintf(format, args...)))
	}
}

func (l badgerLog) Errorf(format string, args ...any)   { l.pass(format, args) }
func (l badgerLog) Warningf(format string, args ...any) { l.pass(format, args) }
func (l badgerLog) Infof(format string, args ...any)    { l.pass(format, args) }
func (l badgerLog) Debugf(format string, args ...any)   { l.pass(format, args) }
