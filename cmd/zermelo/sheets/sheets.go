// Package sheets solves the rule sheets in a folder, each in a separate process with
// limits, and records the results in the directory of the tables.
package sheets

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
	"zermelo/reports/render"
	"zermelo/reports/words"
)

// Options configures Sweep and Solve.
type Options struct {
	DB      string            // directory of the tables
	Time    time.Duration     // limit per sheet
	Memory  usage.Size        // limit per sheet
	Jobs    int               // number of sheets solved concurrently
	Force   bool              // ignore recorded results
	Compile work.Limits       // limits for compiling a sheet
	Version string            // version of the program
	Note    func(line string) // called with the result of each sheet
}

// Check returns an error if a limit is out of range.
func (o *Options) Check() error {
	switch {
	case o.Time <= 0:
		return games.BadInput("--time %s: must be a duration greater than 0, such as 30s", o.Time)
	case o.Jobs < 1 || o.Jobs > runtime.NumCPU():
		return games.BadInput("--jobs %d: must be between 1 and %d", o.Jobs, runtime.NumCPU())
	}
	return nil
}

// workers returns the number of workers for each sheet.
func (o *Options) workers() int { return max(1, runtime.NumCPU()/o.Jobs) }

// Result is the result of solving a rule sheet. The names of its JSON fields are
// stable.
type Result struct {
	Sheet    string   `json:"sheet"` // path relative to the folder
	Roles    []string `json:"roles"` // empty if the sheet does not compile
	Kind     string   `json:"kind"`
	States   int64    `json:"states"` // number of states in the table; 0 without a table
	Value    string   `json:"value"`  // result of perfect play, in words; empty if not solved
	Payoffs  []string `json:"payoffs"`
	Plies    int      `json:"plies"` // length of perfect play, or -1 if unknown
	Method   string   `json:"method"`
	Verified bool     `json:"verified"` // the table or proof was verified
	Seconds  float64  `json:"seconds"`  // running time of the process
	CPU      float64  `json:"cpu_seconds"`
	Peak     int64    `json:"peak_memory"` // maximum memory in bytes
	Reason   string   `json:"reason"`      // reason why the game is not solved
	// Key identifies the text of the sheet, the limits and the program's version.
	Key string `json:"key"`
}

// Sweep solves all rule sheets in a folder and its subfolders. It uses the recorded
// result of a sheet that has been solved with the same limits and program.
func Sweep(ctx context.Context, folder string, o Options) ([]Result, error) {
	files, err := find(folder)
	if err != nil {
		return nil, err
	}
	log, err := openLog(o.DB)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(files))
	var mutex sync.Mutex
	done := 0
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(o.Jobs)
	for i, file := range files {
		group.Go(func() error {
			result, err := o.result(groupCtx, folder, file, log)
			if err != nil {
				return fmt.Errorf("sweep: %s: %w", file, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			results[i] = result
			done++
			o.Note(fmt.Sprintf("%d of %d, %s: %s", done, len(files), file, cmp.Or(result.Value, result.Reason)))
			return nil
		})
	}
	err = errors.Join(group.Wait(), log.file.Close())
	if ctx.Err() != nil {
		return nil, errors.New("sweep: interrupted; run the same command again to resume")
	}
	return results, err
}

// result returns the recorded result of a sheet or, if there is none, solves the
// sheet and records the result.
func (o *Options) result(ctx context.Context, folder, file string, log *resultLog) (Result, error) {
	path := filepath.Join(folder, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return Result{}, err
	}
	key := fmt.Sprintf("%016x %s %d %s", xxhash.Sum64(text), o.Time, o.Memory, o.Version)
	if result, ok := log.earlier[key]; ok && !o.Force {
		result.Sheet = file
		return result, nil
	}
	result, err := o.startProcess(ctx, path)
	if err != nil {
		return Result{}, err
	}
	result.Sheet, result.Key = file, key
	return result, log.add(result)
}

// Listing returns the results as a table.
func Listing(folder string, results []Result, o Options) *render.Listing {
	solved, verified := 0, 0
	l := &render.Listing{Columns: []string{"sheet", ">roles", "kind", ">states", "value", ">plies", "method", ">time"}}
	for _, r := range results {
		reason, _, _ := strings.Cut(r.Reason, "; ") // --json prints the full reason
		states, value, plies := "-", "not solved: "+reason, "-"
		if r.States > 0 {
			states = words.Thousands(r.States)
		}
		if r.Value != "" {
			solved++
			value = r.Value
			if r.Plies >= 0 {
				plies = fmt.Sprint(r.Plies)
			}
		}
		if r.Verified {
			verified++
		}
		l.Rows = append(l.Rows, []string{r.Sheet, fmt.Sprint(len(r.Roles)), cmp.Or(r.Kind, "-"), states, value,
			plies, cmp.Or(r.Method, "-"), words.Seconds(time.Duration(r.Seconds * float64(time.Second)))})
	}
	l.Title = "Rule sheets of " + filepath.Base(folder)
	l.Note = fmt.Sprintf("%d of %s solved and %d verified, with limits of %s and %s per sheet, on %s (%s/%s).", solved,
		words.Plural(int64(len(results)), "sheet"), verified, o.Time, words.Bytes(int64(o.Memory)), words.Plural(int64(o.workers()), "core"), runtime.GOOS, runtime.GOARCH)
	return l
}

// find returns the relative paths of the rule sheets in a folder and its subfolders.
func find(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".kif" {
			return err
		}
		file, err := filepath.Rel(folder, path)
		files = append(files, file)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, games.BadInput("%s: this folder contains no rule sheets (FILE.kif)", games.Echo(folder))
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return files, nil
}

// logFile is a file in the directory of the tables with one result per line. If several
// results have the same key, the last one is used.
const logFile = "atlas.jsonl"

// resultLog holds the results of earlier runs, by key, and appends new results to the
// file.
type resultLog struct {
	earlier map[string]Result
	file    *os.File
}

// openLog reads the recorded results. It ignores malformed lines, such as an
// incomplete last line.
func openLog(db string) (*resultLog, error) {
	if err := os.MkdirAll(db, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(db, logFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	l := &resultLog{map[string]Result{}, file}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var result Result
		if json.Unmarshal(lines.Bytes(), &result) == nil {
			l.earlier[result.Key] = result
		}
	}
	if err := lines.Err(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// add appends a result to the file. It writes a newline first, because the last line
// may be incomplete.
func (l *resultLog) add(result Result) error {
	line, err := json.Marshal(result)
	if err != nil {
		return err
	}
	_, err = l.file.Write(slices.Concat([]byte("\n"), line, []byte("\n")))
	return err
}
