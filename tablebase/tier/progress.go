package tier

import (
	"encoding/binary"
	"errors"
	"os"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
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
	rules, words := games.RulesDigest(games.Game[S](g)), games.Words[S]()
	t, err := store.Open(db, info, rules, words)
	if err == nil {
		defer t.Close()
		s := t.Header().Solution
		p := TierProgress{Complete: true, Finished: map[int]job.TierStats{}, States: s.States()}
		for number, tier := range s.Tiers {
			p.Finished[number] = tier.TierStats
		}
		p.Bytes, err = t.Size()
		return p, err
	}
	if !errors.Is(err, store.ErrNoTable) {
		return TierProgress{}, err
	}
	journal, gaps, err := store.FindJournal(db, info.Name, rules, words, true)
	if journal == "" || err != nil {
		return TierProgress{}, err
	}
	return scanTiers(journal, gaps)
}

// scanTiers reads from a journal, which may be growing, which tiers are
// finished, and how much there is, past the gaps that are known. A tier that its
// builder solves again because of a gap counts as finished here.
func scanTiers(path string, gaps []store.Gap) (TierProgress, error) {
	p := TierProgress{Finished: map[int]job.TierStats{}}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	defer f.Close()
	head := make([]byte, store.RecordHead+store.TierKeySize+1+binary.MaxVarintLen64)
	counts := map[string]int64{}
	for {
		p.Bytes = store.Past(gaps, p.Bytes)
		if _, err := f.ReadAt(head, p.Bytes); err != nil {
			break
		}
		r := store.Record{Key: string(head[store.RecordHead : store.RecordHead+store.TierKeySize]), At: p.Bytes + store.RecordHead + store.TierKeySize, Size: int(binary.LittleEndian.Uint32(head))}
		count, _ := binary.Uvarint(head[store.RecordHead+store.TierKeySize+1:])
		if count > job.BlockCells || r.Size > store.MaxValue {
			break // the end of it is not written yet
		}
		if r.Key[0] == store.FinishRecord {
			stats, err := readFinished(f, r)
			if err != nil {
				break
			}
			tier, _ := BlockOf(r)
			p.Finished[tier] = stats
		} else {
			counts[r.Key] = int64(count)
		}
		p.Bytes = r.At + int64(r.Size)
	}
	for _, n := range counts {
		p.States += n
	}
	return p, nil
}

// readFinished reads the record of a finished tier.
func readFinished(f *os.File, r store.Record) (job.TierStats, error) {
	value := make([]byte, r.Size)
	if _, err := f.ReadAt(value, r.At); err != nil {
		return job.TierStats{}, err
	}
	if _, ok := store.CountOf([]byte(r.Key), value); !ok {
		return job.TierStats{}, store.ErrChecksum
	}
	return FinishedStats(value)
}
