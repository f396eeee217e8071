package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/job"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// solveGame stores the table of a built-in game.
func solveGame(t *testing.T, spec string) (db string, v games.Variant) {
	t.Helper()
	db = t.TempDir()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solve.Solve(t.Context(), db, v, solve.Options{Workers: 2, Memory: job.MinMemory}); err != nil {
		t.Fatal(err)
	}
	return db, v
}

// written returns the contents of a file written by an export.
func written(t *testing.T, db string, v games.Variant, format string, o Options) ([]byte, Summary) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "rows"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := Rows(t.Context(), db, v, formatOf(format, f), o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return data, s
}

func formatOf(name string, f *os.File) Format {
	switch name {
	case "csv":
		return CSV(f)
	case "npy":
		return NumPy(f)
	}
	return Parquet(f)
}

// rowsAsCSV returns the rows of an export in CSV format, including the header.
func rowsAsCSV(t *testing.T, db string, v games.Variant, o Options) [][]string {
	t.Helper()
	data, s := written(t, db, v, "csv", o)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(rows)-1) != s.Rows || !slices.Equal(rows[0], s.Columns) {
		t.Errorf("%d rows of %v, the summary has %d of %v", len(rows)-1, rows[0], s.Rows, s.Columns)
	}
	return rows
}

// TestRandomMoves compares the rows of a game with chance with the rules.
func TestRandomMoves(t *testing.T) {
	db, v := solveGame(t, "bearoff:men=1")
	g := v.(games.Game[uint64])
	columns := []string{"position", "mover", "moves", "keeping", "keeps", "move_policy", "move_values_0", "payoff_0", "exact_0", "error", "expected_plies"}
	rows, random := rowsAsCSV(t, db, v, Options{Columns: columns}), 0
	for _, r := range rows[1:] {
		s, err := games.NotationOf(g).ParseState(r[0])
		if err != nil {
			t.Fatal(err)
		}
		if mover := games.Mover(g, s); r[1] != fmt.Sprint(mover) {
			t.Fatalf("%s: mover %s, want %d", r[0], r[1], mover)
		}
		numbers := func(list string) (x []float64) {
			for _, text := range strings.Fields(list) {
				f, _ := strconv.ParseFloat(text, 64)
				x = append(x, f)
			}
			return x
		}
		sum := func(weights, x []float64) (mean float64) {
			for i := range x {
				mean += weights[i] * x[i]
			}
			return mean
		}
		policy, payoff := numbers(r[5]), numbers(r[7])
		if got := sum(policy, numbers(r[6])); len(policy) > 0 && math.Abs(got-payoff[0]) > 1e-12 {
			t.Errorf("%s: the policy gives %v, the payoff is %v", r[0], got, payoff)
		}
		exact, ok := new(big.Rat).SetString(r[8])
		if x, _ := exact.Float64(); !ok || r[9] != "0" || x != payoff[0] {
			t.Errorf("%s: exact payoff %s with error %s", r[0], r[8], r[9])
		}
		if games.Mover(g, s) != int(games.Chance) {
			continue
		}
		random++
		var want []float64
		for _, p := range games.Probabilities(g, s, len(policy)) {
			x, _ := p.Float64()
			want = append(want, x)
		}
		if len(want) == 0 || !slices.Equal(policy, want) || r[3] != "0" || r[4] != "" {
			t.Errorf("%s: policy %v, want %v; keeping %s, keeps %q", r[0], policy, want, r[3], r[4])
		}
		if plies := numbers(r[10])[0]; plies < 1 || plies > 6 {
			t.Errorf("%s: %v expected plies", r[0], plies)
		}
	}
	if random == 0 {
		t.Error("no random moves")
	}
	db, v = solveGame(t, "hog:target=40")
	bounded := 0
	for _, r := range rowsAsCSV(t, db, v, Options{Columns: []string{"exact_0", "error"}})[1:] {
		if r[1] != "0" {
			if bounded++; len(r[0]) != 17 { // 0. and 15 digits
				t.Errorf("payoff %s with error %s", r[0], r[1])
			}
		}
	}
	if bounded == 0 {
		t.Error("no bounds")
	}
}

func TestFilesAreTheSameForAnyWorkersAndMemory(t *testing.T) {
	for _, spec := range []string{"tron:size=5x4", "quixo:size=3x3"} {
		db, v := solveGame(t, spec)
		for _, format := range []string{"parquet", "csv", "npy"} {
			o := Options{Split: [3]int{8, 1, 1}, Sample: 1500, Workers: 1}
			want, _ := written(t, db, v, format, o)
			for _, memory := range []int64{DefaultMemory, 1 << 10} { // with 1 KiB, tiers are not kept in memory
				o.Workers, o.Memory = o.Workers+2, memory
				if have, _ := written(t, db, v, format, o); !bytes.Equal(have, want) {
					t.Errorf("%s as %s: other bytes with %d workers and %d bytes", spec, format, o.Workers, memory)
				}
			}
		}
	}
}

// TestImagesOfAPositionAreInOnePart rotates and reflects positions of tic-tac-toe.
func TestImagesOfAPositionAreInOnePart(t *testing.T) {
	db, v := solveGame(t, "tictactoe")
	rows := rowsAsCSV(t, db, v, Options{Raw: true, Split: [3]int{1, 1, 1}, Columns: []string{"position", "split"}})
	parts, sizes := map[string]string{}, map[string]int{}
	for _, r := range rows[1:] {
		parts[r[0]] = r[1]
		sizes[r[1]]++
	}
	for text, part := range parts {
		board := strings.Split(text, "/")
		turned, mirrored := []string{"", "", ""}, []string{board[2], board[1], board[0]}
		for _, row := range board {
			for x, c := range row {
				turned[x] = string(c) + turned[x]
			}
		}
		for _, image := range []string{strings.Join(turned, "/"), strings.Join(mirrored, "/")} {
			if parts[image] != part {
				t.Errorf("%s is in %q and its image %s in %q", text, part, image, parts[image])
			}
		}
	}
	for _, part := range Parts() {
		if sizes[part] < 1200 {
			t.Errorf("%d of %d positions in part %q, want about a third", sizes[part], len(parts), part)
		}
	}
}

func TestSampleHasAsManyRowsAsAskedForAndGrows(t *testing.T) {
	db, v := solveGame(t, "tron:size=4x4")
	all := rowsAsCSV(t, db, v, Options{})
	var before [][]string
	for _, n := range []int64{1, 10, 100, 1_000_000} {
		rows := rowsAsCSV(t, db, v, Options{Sample: n})
		if want := min(int(n), len(all)-1); len(rows)-1 != want {
			t.Errorf("a sample of %d has %d rows, want %d", n, len(rows)-1, want)
		}
		for _, r := range before {
			if !slices.ContainsFunc(rows, func(o []string) bool { return slices.Equal(r, o) }) {
				t.Errorf("a sample of %d lacks %v of a smaller one", n, r)
			}
		}
		before = rows
	}
}

func TestMistakesSayWhatToType(t *testing.T) {
	db, v := solveGame(t, "tictactoe")
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Columns: []string{"value"}}, `unknown column "value"; the columns of tictactoe are position, state, cells`},
		{Options{Columns: []string{"mover", "mover"}}, "selected more than once"},
		{Options{Columns: []string{}}, "no columns"},
	} {
		var input *games.InputError
		if _, err := Rows(t.Context(), db, v, CSV(io.Discard), c.o); !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want an input error with %q", c.o, err, c.want)
		}
	}
	db, v = solveGame(t, "tron:size=4x4")
	if _, err := Rows(t.Context(), db, v, CSV(io.Discard), Options{Raw: true, Memory: 1 << 12}); err == nil || !strings.Contains(err.Error(), "omit --raw") {
		t.Errorf("all positions with little memory: %v", err)
	}
	if _, err := Rows(t.Context(), t.TempDir(), v, CSV(io.Discard), Options{}); !errors.Is(err, store.ErrNoTable) {
		t.Errorf("without a table: %v", err)
	}
}

// TestNumPyArrayHasTheRows reads the array in the same way as numpy.load.
func TestNumPyArrayHasTheRows(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=3x4,turns=simultaneous", "morris:men=3", "skirmish:inner=7,steps=4"} {
		db, v := solveGame(t, spec)
		data, s := written(t, db, v, "npy", Options{Split: [3]int{1, 1, 1}})
		rows := readNumPy(t, data)
		if len(rows) != int(s.Rows) {
			t.Fatalf("%s: %d records, want %d", spec, len(rows), s.Rows)
		}
		var columns []string
		for _, name := range s.Columns {
			if name != "keeps" && name != "split" && name != "tier" {
				columns = append(columns, name)
			}
		}
		want := rowsAsCSV(t, db, v, Options{Columns: columns})[1:]
		for i, r := range rows {
			for n, name := range columns {
				if r[name] != want[i][n] {
					t.Fatalf("%s: row %d: %s is %s, as CSV %s", spec, i, name, r[name], want[i][n])
				}
			}
		}
	}
}

// readNumPy returns the fields of a structured array as text.
func readNumPy(t *testing.T, data []byte) (rows []map[string]string) {
	t.Helper()
	if !bytes.HasPrefix(data, []byte("\x93NUMPY\x01\x00")) {
		t.Fatalf("it begins with %q", data[:8])
	}
	end := 10 + int(binary.LittleEndian.Uint16(data[8:]))
	if end%64 != 0 || data[end-1] != '\n' {
		t.Errorf("the header has %d bytes and ends in %q", end, data[end-1])
	}
	header := string(data[10:end])
	shape := regexp.MustCompile(`'fortran_order': False, 'shape': \((\d+),\), }`).FindStringSubmatch(header)
	if shape == nil {
		t.Fatalf("header %s", header)
	}
	fields := regexp.MustCompile(`\('(\w+)', '[<|](i|u|f)(\d)'(?:, \((\d+), (\d+)\))?\)`).FindAllStringSubmatch(header, -1)
	rest := data[end:]
	for len(rest) > 0 {
		r := map[string]string{}
		for _, f := range fields {
			n := 1
			if f[4] != "" {
				h, _ := strconv.Atoi(f[4])
				w, _ := strconv.Atoi(f[5])
				n = h * w
			}
			var texts []string
			size := int(f[3][0] - '0')
			for range n {
				texts = append(texts, numberOf(f[2], rest[:size]))
				rest = rest[size:]
			}
			r[f[1]] = strings.Join(texts, " ")
		}
		rows = append(rows, r)
	}
	if fmt.Sprint(len(rows)) != shape[1] {
		t.Errorf("%d records, the header has %s", len(rows), shape[1])
	}
	return rows
}

func numberOf(kind string, data []byte) string {
	word := make([]byte, 8)
	copy(word, data)
	bits := binary.LittleEndian.Uint64(word)
	switch {
	case kind == "f":
		var x float64
		_ = binary.Read(bytes.NewReader(data), binary.LittleEndian, &x)
		return strconv.FormatFloat(x, 'g', -1, 64)
	case kind == "u":
		return fmt.Sprint(bits)
	}
	shift := 64 - 8*len(data)
	return fmt.Sprint(int64(bits<<shift) >> shift)
}

func TestStoppedExportReturnsTheErrorOfTheContext(t *testing.T) {
	db, v := solveGame(t, "tictactoe")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Rows(ctx, db, v, CSV(io.Discard), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// failing returns an error after the given number of bytes has been written.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestFailedWritesAreErrors(t *testing.T) {
	db, v := solveGame(t, "tictactoe")
	for name, format := range map[string]func(io.Writer) Format{"csv": CSV, "parquet": Parquet} {
		for _, after := range []int{0, 2000} {
			if _, err := Rows(t.Context(), db, v, format(&failing{after}), Options{}); !errors.Is(err, io.ErrShortWrite) {
				t.Errorf("%s after %d bytes: error %v", name, after, err)
			}
		}
	}
}
