package proof

import (
	"errors"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// What searches find is kept in tables of their own, under other names than that of the
// variant, and with other layers and values.

// otherName is a game under another name. It has no layers: those of such a table are
// its own.
type otherName[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	info games.Info
}

func (g *otherName[S]) Info() *games.Info { return &g.info }

func renamed[S games.State](g games.Game[S], name string) games.Game[S] {
	o := &otherName[S]{Game: g, Canonizer: games.CanonizerOf(g), info: *g.Info()}
	o.info.Name = name
	return o
}

// writeLayers stores a table of these layers, whose states ascend, with the description
// of their solution, which it completes: note is what the digest has of a value.
func writeLayers[S games.State](db string, g games.Game[S], layers []tablebase.Block[S], s *job.Solution, note func(layer int, v value.Value) uint64, opts store.Options) error {
	b, err := write.Create(db, g, opts)
	if err != nil {
		return err
	}
	s.Outcomes = value.Outcomes{Kind: value.Alternating, Total: g.Info().Total}
	s.Layers = make([]job.LayerStats, len(layers))
	for layer, l := range layers {
		for i, v := range l.Values {
			s.Digest += value.PairHash(games.Bits(&l.States[i]), note(layer, v))
		}
		s.Layers[layer].States = int64(len(l.States))
		if err := b.Put(layer, l.States, l.Values); err != nil {
			return errors.Join(err, b.Discard())
		}
	}
	if err := b.Commit(s); err != nil {
		return errors.Join(err, b.Discard())
	}
	return nil
}

// readLayers calls use with all blocks of a table; with none, if there is no table. Its
// other errors are those of tablebase.Open.
func readLayers[S games.State](db string, g games.Game[S], use func(layer int, b tablebase.Block[S])) error {
	t, err := tablebase.Open(db, g)
	if errors.Is(err, store.ErrNoTable) {
		return nil
	}
	if err != nil {
		return err
	}
	for layer := range t.Solution().Layers {
		for b, err := range t.Blocks(layer) {
			if err != nil {
				return errors.Join(err, t.Close())
			}
			use(layer, b)
		}
	}
	return t.Close()
}
