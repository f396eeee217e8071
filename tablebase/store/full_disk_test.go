package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/ristretto/v2/z"
)

// fullEnv is the environment variable that names the writer for the process started
// by onFullDisk.
const fullEnv = "ZERMELO_TEST_FULL_DISK"

// onFullDisk runs the test in a separate process, in a folder on a file system of
// 12 MiB. It returns the output of the process.
func onFullDisk(t *testing.T, writer string) string {
	t.Helper()
	if err := exec.CommandContext(t.Context(), "unshare", "-rm", "true").Run(); err != nil {
		t.Skip("file systems cannot be mounted here: ", err)
	}
	script := fmt.Sprintf("mount -t tmpfs -o size=12m none %[1]q && cd %[1]q && exec %[2]q -test.run='^%[3]s$'", t.TempDir(), os.Args[0], t.Name())
	cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", script)
	cmd.Env = append(os.Environ(), fullEnv+"="+writer)
	out, _ := cmd.CombinedOutput() // the test checks the output for the failure
	return string(out)
}

// fill puts values of 24 MiB in total.
func fill(put func(key, value []byte) error) error {
	rng := rand.NewChaCha8([32]byte{})
	for i := range uint64(24 << 4) {
		value := make([]byte, 64<<10)
		_, _ = rng.Read(value) // never fails
		if err := put(binary.BigEndian.AppendUint64([]byte{'b'}, i), value); err != nil {
			return err
		}
	}
	return nil
}

// fillOwn fills a table using Writer.
func fillOwn() error {
	w, err := createWriter("table")
	if err != nil {
		return err
	}
	defer w.abort()
	return fill(w.Add)
}

// openBadger opens a database with the smallest files that Badger allows.
func openBadger() (*badger.DB, error) {
	return badger.Open(badger.DefaultOptions("table").WithLogger(nil).WithMemTableSize(1 << 20).WithBaseTableSize(1 << 20).
		WithValueLogFileSize(1 << 20).WithValueThreshold(100 << 10).WithNumMemtables(1).WithBlockCacheSize(1 << 20))
}

// fillStream fills a database with a StreamWriter.
func fillStream() error {
	db, err := openBadger()
	if err != nil {
		return err
	}
	w := db.NewStreamWriter()
	if err := w.Prepare(); err != nil {
		return err
	}
	err = fill(func(key, value []byte) error {
		b := z.NewBuffer(1<<10, "test")
		badger.KVToBuffer(&pb.KV{Key: key, Value: value, Version: 1, StreamId: 1}, b)
		return errors.Join(w.Write(b), b.Release())
	})
	return errors.Join(err, w.Flush(), db.Close())
}

// fillBatch fills a database with a WriteBatch.
func fillBatch() error {
	db, err := openBadger()
	if err != nil {
		return err
	}
	w := db.NewWriteBatch()
	return errors.Join(fill(w.Set), w.Flush(), db.Close())
}

// TestFullDiskIsAnErrorOfTheWriter demonstrates why the files of a table are not
// written by Badger's public writers, which write through memory maps, so that a
// full disk kills the process. If the test fails for a public writer, that writer
// has become usable.
func TestFullDiskIsAnErrorOfTheWriter(t *testing.T) {
	writers := map[string]func() error{"own": fillOwn, "StreamWriter": fillStream, "WriteBatch": fillBatch}
	if fill := writers[os.Getenv(fullEnv)]; fill != nil {
		err := fill()
		fmt.Println("returned:", err, errors.Is(err, ErrFull))
		os.Exit(0)
	}
	for writer := range writers {
		out := onFullDisk(t, writer)
		if own := writer == "own"; own != strings.Contains(out, "returned: disk full") || own == strings.Contains(out, "SIGBUS") {
			t.Errorf("%s: %.500s", writer, out)
		}
	}
}
