package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/solver/job"
)

// refusalsFile is the file beside the tables with the games too large for sweeps.
const refusalsFile = "too-large.json"

// refusals are the games that exceeded a limit, by name, so that sweeps do not enumerate
// them again. Games too large for the memory or the disk are not among them, as those
// can change.
type refusals map[string]refusal

// refusal says that a game has more states than a limit.
type refusal struct {
	Limit  int64  `json:"limit"`
	Reason string `json:"reason"`
}

// readRefusals reads the file of earlier sweeps.
func readRefusals(db string) (refusals, error) {
	data, err := os.ReadFile(filepath.Join(db, refusalsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return refusals{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("games too large: %w", err)
	}
	r := refusals{}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("games too large: %s: %w; delete the file", filepath.Join(db, refusalsFile), err)
	}
	return r, nil
}

// applies says why a game is skipped at a limit; "" if it is not.
func (r refusals) applies(game string, limit int64) string {
	if old, ok := r[game]; ok && limit <= old.Limit {
		return old.Reason
	}
	return ""
}

// note adds a game that exceeded a limit, and writes the file. It reads the file again
// first, as another sweep may have written it.
func (r refusals) note(db, game string, large *job.TooLargeError) error {
	if large.Disk || large.Memory {
		return nil
	}
	written, err := readRefusals(db)
	if err != nil {
		return err
	}
	r[game] = refusal{Limit: large.Limit, Reason: large.Error()}
	written[game] = r[game]
	data, err := json.MarshalIndent(written, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(db, refusalsFile), append(data, '\n'))
}
