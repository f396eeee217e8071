package layered

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/runs"
)

func layerPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.states", layer))
}

func valuesPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.values", layer))
}

func terminalsPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.ended", layer))
}

// OpenStates opens the states of an enumerated layer in the directory work. It
// returns nil if the layer is incomplete. The caller must close the column.
func OpenStates[S games.State](work string, layer int) (*runs.Column[S], error) {
	return runs.OpenScratch[S](layerPath(work, layer))
}

// EnumeratedSizes returns the number of states in each complete layer in the
// directory work.
func EnumeratedSizes[S games.State](work string) (sizes []int64) {
	for {
		n, ok := runs.ScratchLength[S](layerPath(work, len(sizes)))
		if !ok {
			return sizes
		}
		sizes = append(sizes, int64(n))
	}
}

func removeMatching(dir string, patterns ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		for _, pattern := range patterns {
			if match, err := filepath.Match(pattern, entry.Name()); err != nil || !match {
				continue
			}
			if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
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
