package tablebase

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/job"
)

// TierProgress is how far a game that is numbered tier by tier is solved.
type TierProgress struct {
	Complete bool                  // the table is finished
	Finished map[int]job.TierStats // of the solved tiers, by number
	States   int64                 // that are stored, up to symmetry, also of a tier at work
	Bytes    int64                 // that they take on disk
}

// ReadTierProgress tells how far a game is solved, also while another process is
// at it. It returns a *ForeignError or a *VersionError where what is stored was
// made with other rules or in another format, and a *CorruptError.
func ReadTierProgress[S games.State](db string, g games.Tiered[S]) (TierProgress, error) {
	info := g.Info()
	t, err := Open(db, games.Game[S](g))
	if err == nil {
		defer t.Close()
		p := TierProgress{Complete: true, Finished: map[int]job.TierStats{}, States: t.Solution().States()}
		for number, tier := range t.Solution().Tiers {
			p.Finished[number] = tier.TierStats
		}
		p.Bytes, err = Size(db, info.Name)
		return p, err
	}
	if !errors.Is(err, ErrNoTable) {
		return TierProgress{}, err
	}
	b := &construction{info: info, db: db, folder: folderName(info.Name)}
	b.plan.Name, b.plan.Rules, b.plan.Words, b.plan.Tiers = info.Name, games.RulesDigest(games.Game[S](g)), games.Words[S](), true
	stored, err := readPlan(b.partial(), info.Name)
	if err == nil {
		err = b.fits(stored)
	}
	if stored == nil || err != nil {
		return TierProgress{}, err
	}
	return scanTiers(filepath.Join(b.partial(), journalFile), stored.Gaps)
}

// scanTiers reads from a journal, which may be growing, which tiers are
// finished, and how much there is, past the gaps that are known. A tier that its
// builder solves again because of a gap counts as finished here.
func scanTiers(path string, gaps []gap) (TierProgress, error) {
	p := TierProgress{Finished: map[int]job.TierStats{}}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	defer f.Close()
	head := make([]byte, recordHead+tierKeySize+1+binary.MaxVarintLen64)
	counts := map[string]int64{}
	for {
		p.Bytes = past(gaps, p.Bytes)
		if _, err := f.ReadAt(head, p.Bytes); err != nil {
			break
		}
		r := record{key: string(head[recordHead : recordHead+tierKeySize]), at: p.Bytes + recordHead + tierKeySize, size: int(binary.LittleEndian.Uint32(head))}
		count, _ := binary.Uvarint(head[recordHead+tierKeySize+1:])
		if count > job.BlockCells || r.size > maxValue {
			break // the end of it is not written yet
		}
		if r.key[0] == finishRecord {
			stats, err := readFinished(f, r)
			if err != nil {
				break
			}
			tier, _ := r.tierBlock()
			p.Finished[tier] = stats
		} else {
			counts[r.key] = int64(count)
		}
		p.Bytes = r.at + int64(r.size)
	}
	for _, n := range counts {
		p.States += n
	}
	return p, nil
}

// readFinished reads the record of a finished tier.
func readFinished(f *os.File, r record) (job.TierStats, error) {
	value := make([]byte, r.size)
	if _, err := f.ReadAt(value, r.at); err != nil {
		return job.TierStats{}, err
	}
	if _, ok := countOf([]byte(r.key), value); !ok {
		return job.TierStats{}, errChecksum
	}
	return finishedStats(value)
}
