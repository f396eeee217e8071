package layered

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
)

func layerPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.states", layer))
}

func valuesPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.values", layer))
}

func recordsPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.layers", layer))
}

// layerRecord describes one of the layers in a file.
type layerRecord struct {
	Size  int            // number of states
	Ended job.LayerStats // statistics of unstored terminal states; Unstored is -1 if they were not counted
}

// layerFile holds the layers of one scratch file: consecutive small layers, or a single
// layer. The file has the number of the first layer. A second file contains the records.
type layerFile[S games.State] struct {
	first   int
	records []layerRecord
	states  []S
}

func (f *layerFile[S]) save(work string) error {
	if err := runs.SaveColumns(layerPath(work, f.first), &runs.Column[S]{N: len(f.states), Mem: f.states}); err != nil {
		return err
	}
	return saveRecords(work, f.first, f.records...)
}

func saveRecords(work string, first int, records ...layerRecord) error {
	text, err := json.Marshal(records)
	if err != nil {
		return err
	}
	return runs.SaveColumns(recordsPath(work, first), &runs.Column[byte]{N: len(text), Mem: text})
}

// readRecords reads the records of the file whose first layer is given. It returns nil
// if they are missing or invalid.
func readRecords(work string, first int) (records []layerRecord, err error) {
	c, err := runs.OpenScratch[byte](recordsPath(work, first))
	if c == nil || err != nil {
		return nil, err
	}
	text, err := c.Read(nil, 0, c.N)
	c.Close()
	if err != nil || json.Unmarshal(text, &records) != nil {
		return nil, err
	}
	return records, nil
}

// AppendSizes appends to sizes, which holds the sizes of the first layers, the sizes of
// the later layers whose files in the directory work are complete.
func AppendSizes(work string, sizes []int64) []int64 {
	for {
		records, err := readRecords(work, len(sizes))
		if err != nil || len(records) == 0 {
			return sizes
		}
		for _, r := range records {
			sizes = append(sizes, int64(r.Size))
		}
	}
}

// Layers reads enumerated layers from their files. It is not safe for concurrent use.
type Layers[S games.State] struct {
	work string
	file layerFile[S] // last file opened; states is nil if it contains a single layer
}

// NewLayers returns a Layers that reads the files in the directory work.
func NewLayers[S games.State](work string) *Layers[S] { return &Layers[S]{work: work} }

// Open opens the states of a layer. It returns nil if the layer has not been saved or
// its file is damaged. The caller must close the column.
func (l *Layers[S]) Open(layer int) (*runs.Column[S], error) {
	if n := layer - l.file.first; l.file.states != nil && n >= 0 && n < len(l.file.records) {
		return l.column(layer), nil
	}
	// Files of an interrupted run may overlap with this layer's file.
	for first := layer; first >= 0; first-- {
		records, err := readRecords(l.work, first)
		if err != nil {
			return nil, err
		}
		if first+len(records) <= layer {
			continue
		}
		c, err := runs.OpenScratch[S](layerPath(l.work, first))
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		if c.N != total(records) {
			c.Close()
			continue
		}
		l.file = layerFile[S]{first: first, records: records}
		if len(records) == 1 {
			return c, nil
		}
		err = c.Load()
		l.file.states = c.Mem
		if c.Close(); err != nil {
			return nil, err
		}
		return l.column(layer), nil
	}
	return nil, nil
}

// column returns a layer of the last file.
func (l *Layers[S]) column(layer int) *runs.Column[S] {
	n := layer - l.file.first
	from, to := total(l.file.records[:n]), total(l.file.records[:n+1])
	return &runs.Column[S]{N: to - from, Mem: l.file.states[from:to:to]}
}

// total returns the number of states in layers.
func total(records []layerRecord) (n int) {
	for _, r := range records {
		n += r.Size
	}
	return n
}

// record returns the record of a layer with n states.
func (e *enumeration[S]) record(layer, n int) layerRecord {
	r := layerRecord{Size: n, Ended: e.counted[layer]}
	if !e.counting {
		r.Ended.Unstored = -1
	}
	return r
}

// save arranges for a layer in memory to be saved. Consecutive small layers share a
// file, which is written when it is full or when a checkpoint is due. The file is
// written during the next expansion.
func (e *enumeration[S]) save(layer int, states []S) error {
	size := int64(len(runs.BytesOf(states)))
	if int64(len(runs.BytesOf(e.unsaved.states)))+size > e.plan.SmallLayers {
		if err := e.startSave(); err != nil {
			return err
		}
	}
	f := &e.unsaved
	if len(f.records) == 0 {
		f.first = layer
	}
	f.records = append(f.records, e.record(layer, len(states)))
	if size > e.plan.SmallLayers {
		f.states = states
		return e.startSave()
	}
	f.states = append(f.states, states...)
	return nil
}

// saveWhenDue starts to save the unsaved layers when a checkpoint is due, which may be
// during the next expansion. The caller must call stop after that.
func (e *enumeration[S]) saveWhenDue() (stop func() error) {
	left := e.plan.CheckpointInterval - time.Since(e.lastSave)
	if left <= 0 {
		err := e.startSave()
		return func() error { return err }
	}
	started := make(chan error, 1)
	timer := time.AfterFunc(left, func() { started <- e.startSave() })
	return func() error {
		if timer.Stop() {
			return nil
		}
		return <-started
	}
}

// startSave starts to write the unsaved layers, if any, to their file.
func (e *enumeration[S]) startSave() error {
	if len(e.unsaved.records) == 0 {
		return nil
	}
	if err := e.waitSaved(); err != nil {
		return err
	}
	f, saving := e.unsaved, make(chan error, 1)
	e.unsaved, e.lastSave, e.saving = layerFile[S]{}, time.Now(), saving
	go func() { saving <- f.save(e.work) }()
	return nil
}

func (e *enumeration[S]) waitSaved() error {
	if e.saving == nil {
		return nil
	}
	err := <-e.saving
	e.saving = nil
	return err
}

// removeFiles removes the files whose name without extension and extension match.
func removeFiles(dir string, match func(name, extension string) bool) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		extension := filepath.Ext(entry.Name())
		if match(strings.TrimSuffix(entry.Name(), extension), extension) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, entry.Name())))
		}
	}
	return err
}

// removeLater removes the scratch files of layers after the given one.
func removeLater(dir string, last int) error {
	return removeFiles(dir, func(name, _ string) bool {
		layer, err := strconv.Atoi(name)
		return err == nil && layer > last
	})
}

// closeScratch closes and removes *file, if not nil, and sets it to nil.
func closeScratch(file **os.File) {
	if *file != nil {
		(*file).Close()
		os.Remove((*file).Name())
		*file = nil
	}
}

// errDamaged reports that a required scratch file is missing or truncated.
var errDamaged = errors.New("scratch files are damaged")
