package atlas

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
)

// Row is what came of a sheet. As JSON it has stable field names.
type Row struct {
	Sheet    string   `json:"sheet"` // its path in the folder
	Roles    []string `json:"roles"` // empty if it does not compile
	Kind     string   `json:"kind"`
	States   int64    `json:"states"` // of the table; 0 if there is none
	Value    string   `json:"value"`  // in words; "" if it is not solved
	Payoffs  []string `json:"payoffs"`
	Plies    int      `json:"plies"` // -1 if that is not known
	Method   string   `json:"method"`
	Verified bool     `json:"verified"` // the table or the proof
	Seconds  float64  `json:"seconds"`  // of the process
	CPU      float64  `json:"cpu_seconds"`
	Peak     int64    `json:"peak_memory"` // bytes
	Reason   string   `json:"reason"`      // why it is not solved
	// Key tells what was tried: the text of the sheet, the limits and the version.
	Key string `json:"key"`
}

// keyOf is the key of a sheet; see Row.
func keyOf(path string, o options, tool string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%016x %s %d %s", xxhash.Sum64(text), o.time, o.memory, tool), nil
}

// sheetsIn lists the sheets in a folder and those below, by their paths there.
func sheetsIn(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".kif" {
			return err
		}
		inside, err := filepath.Rel(folder, path)
		files = append(files, inside)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, games.BadInput("there is no folder %s", games.Echo(folder))
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, games.BadInput("there is no rule sheet (FILE.kif) in %s", games.Echo(folder))
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return files, nil
}

// keptFile is where rows are kept, beside the tables: one a line, the last of a key counts.
const keptFile = "atlas.jsonl"

// kept are the rows of earlier runs. It is safe for concurrent use.
type kept struct {
	mutex sync.Mutex
	rows  map[string]Row
	file  *os.File
}

// openKept reads the rows of the folder of tables. A line that a killed run has left half
// written counts for nothing.
func openKept(db string, o options) (*kept, error) {
	if err := os.MkdirAll(db, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(db, keptFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	k := &kept{rows: map[string]Row{}, file: file}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row Row
		if json.Unmarshal(lines.Bytes(), &row) == nil {
			k.rows[row.Key] = row
		}
	}
	if err := lines.Err(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return k, nil
}

func (k *kept) get(key string) (Row, bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	row, ok := k.rows[key]
	return row, ok
}

// put keeps a row. It begins a new line, as the last one may be half written.
func (k *kept) put(row Row) error {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = k.file.Write(slices.Concat([]byte("\n"), line, []byte("\n")))
	return err
}

// Close closes the file.
func (k *kept) Close() error { return k.file.Close() }
