package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/render"
	"zermelo/reports/words"
)

// sheetResult is the result of solving a rule sheet. The names of its JSON fields are
// stable.
type sheetResult struct {
	Sheet    string   `json:"sheet"` // path relative to the folder
	Roles    []string `json:"roles"` // empty if the sheet does not compile
	Kind     string   `json:"kind"`
	States   int64    `json:"states"` // number of states in the table; 0 without a table
	Value    string   `json:"value"`  // in words; empty if not solved
	Payoffs  []string `json:"payoffs"`
	Plies    int      `json:"plies"` // -1 if unknown
	Method   string   `json:"method"`
	Verified bool     `json:"verified"` // the table or proof was verified
	Seconds  float64  `json:"seconds"`  // running time of the process
	CPU      float64  `json:"cpu_seconds"`
	Peak     int64    `json:"peak_memory"` // bytes
	Reason   string   `json:"reason"`      // reason why the game is not solved
	// Key identifies the text of the sheet, the limits and the version of the
	// program.
	Key string `json:"key"`
}

// sheetMemory is the default memory limit per sheet of a folder, in bytes.
const sheetMemory = 4 << 30

// sweepFolder solves all rule sheets in a folder and its subfolders, and lists the
// results.
func (p *program) sweepFolder(ctx context.Context, folder string, o sweepOptions) error {
	o.solve.Memory = cmp.Or(o.solve.Memory, sheetMemory)
	switch {
	case o.time <= 0:
		return games.BadInput("--time %s: must be a duration greater than 0, such as 30s", o.time)
	case o.jobs < 1 || o.jobs > runtime.NumCPU():
		return games.BadInput("--jobs %d: must be between 1 and %d", o.jobs, runtime.NumCPU())
	}
	db, err := p.writableTables()
	if err != nil {
		return err
	}
	files, err := sheetsIn(folder)
	if err != nil {
		return err
	}
	earlier, err := openSheetLog(db)
	if err != nil {
		return err
	}
	results := make([]sheetResult, len(files))
	var mutex sync.Mutex
	done := 0
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(o.jobs)
	for i, file := range files {
		group.Go(func() error {
			result, err := p.sweepSheet(groupCtx, db, folder, file, o, earlier)
			if err != nil {
				return fmt.Errorf("sweep: %s: %w", file, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			results[i] = result
			done++
			p.say(o.solve.Quiet, fmt.Sprintf("%d of %d, %s: %s", done, len(files), file, cmp.Or(result.Value, result.Reason)))
			return nil
		})
	}
	err = errors.Join(group.Wait(), earlier.close())
	if ctx.Err() != nil {
		return errors.New("sweep: interrupted; run the same command again to resume")
	}
	if err != nil {
		return err
	}
	return p.deliver(o.compare.output, func(w io.Writer) error {
		if o.compare.format != "json" {
			return sheetListing(folder, results, o).Write(w, o.compare.format)
		}
		out := terminal.NewOutput(w)
		return cmp.Or(out.PrintJSON(results), out.Flush())
	})
}

// sweepSheet returns the recorded result of a sheet. If there is none, it solves the
// sheet and records the result.
func (p *program) sweepSheet(ctx context.Context, db, folder, file string, o sweepOptions, earlier *sheetLog) (sheetResult, error) {
	path := filepath.Join(folder, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return sheetResult{}, err
	}
	key := fmt.Sprintf("%016x %s %d %s", xxhash.Sum64(text), o.time, o.solve.Memory, buildInfo().Version)
	if result, ok := earlier.get(key); ok && !o.force {
		result.Sheet = file
		return result, nil
	}
	result, err := p.solveSheetProcess(ctx, db, path, o)
	if err != nil {
		return sheetResult{}, err
	}
	result.Sheet, result.Key = file, key
	return result, earlier.add(result)
}

// sheetListing returns the results as a table.
func sheetListing(folder string, results []sheetResult, o sweepOptions) *render.Listing {
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
		words.Plural(int64(len(results)), "sheet"), verified, o.time, words.Bytes(int64(o.solve.Memory)), words.Plural(int64(sheetWorkers(o)), "core"), runtime.GOOS, runtime.GOARCH)
	return l
}

// sheetWorkers returns the number of workers for each sheet.
func sheetWorkers(o sweepOptions) int { return max(1, runtime.NumCPU()/o.jobs) }

// sheetsIn returns the paths of the rule sheets in a folder and its subfolders,
// relative to the folder.
func sheetsIn(folder string) ([]string, error) {
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

// sheetLogFile is the name of a sheetLog's file in the directory of the tables. The
// file has one result per line. If several results have the same key, the last is
// valid.
const sheetLogFile = "atlas.jsonl"

// sheetLog records the results of sheets. It is safe for concurrent use.
type sheetLog struct {
	mutex   sync.Mutex
	results map[string]sheetResult // by key
	file    *os.File
}

// openSheetLog reads the recorded results. It ignores malformed lines, such as an
// incomplete last line of a run that was killed.
func openSheetLog(db string) (*sheetLog, error) {
	if err := os.MkdirAll(db, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(db, sheetLogFile), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	l := &sheetLog{results: map[string]sheetResult{}, file: file}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var result sheetResult
		if json.Unmarshal(lines.Bytes(), &result) == nil {
			l.results[result.Key] = result
		}
	}
	if err := lines.Err(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

func (l *sheetLog) get(key string) (sheetResult, bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	result, ok := l.results[key]
	return result, ok
}

// add appends a result to the file. It writes a newline first, because the last line
// of the file may be incomplete.
func (l *sheetLog) add(result sheetResult) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	line, err := json.Marshal(result)
	if err != nil {
		return err
	}
	_, err = l.file.Write(slices.Concat([]byte("\n"), line, []byte("\n")))
	return err
}

func (l *sheetLog) close() error { return l.file.Close() }
