package proof

import (
	"errors"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// otherName gives a game a different name. It hides the game's layers, because tables of search
// results have their own layers.
type otherName[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	info games.Info
}

func (g *otherName[S]) Info() *games.Info { return &g.info }

// Rows is required by the rules digest of a simultaneous game.
func (g *otherName[S]) Rows(dst []int32, src []S) []int32 {
	return g.Game.(games.Simultaneous[S]).Rows(dst, src)
}

// Packed is required by the rules digest, which is computed from packed states.
func (g *otherName[S]) Packed(states []S) []uint64 { return games.Packed(g.Game, states) }

func renamed[S games.State](g games.Game[S], name string) games.Game[S] {
	o := &otherName[S]{Game: g, Canonizer: games.CanonizerOf(g), info: *g.Info()}
	o.info.Name = name
	return o
}

func blocksOf[S games.State](layers []tablebase.Block[S]) layerBlocks[S] {
	return func(layer int, emit func(b tablebase.Block[S]) error) error { return emit(layers[layer]) }
}

// layerBlocks calls emit with the states of a layer, in ascending order, and their values.
type layerBlocks[S games.State] func(layer int, emit func(b tablebase.Block[S]) error) error

// writeLayers stores a table with the given number of layers and completes its solution s. note
// returns a value's contribution to the digest.
func writeLayers[S games.State](db string, g games.Game[S], layers int, each layerBlocks[S], s *job.Solution, note func(layer int, v value.Value) uint64, opts store.Options) error {
	b, err := write.Create(db, g, opts)
	if err != nil {
		return err
	}
	s.Outcomes = value.Outcomes{Kind: value.Alternating, Total: g.Info().Total}
	s.Layers = make([]job.LayerStats, layers)
	for layer := range s.Layers {
		var rest tablebase.Block[S] // states that do not fill a block yet
		put := func(n int) error {
			err := b.Put(layer, rest.States[:n], rest.Values[:n])
			rest.States, rest.Values = slices.Delete(rest.States, 0, n), slices.Delete(rest.Values, 0, n)
			return err
		}
		err := each(layer, func(l tablebase.Block[S]) error {
			for i, v := range l.Values {
				s.Digest += value.PairHash(games.Bits(&l.States[i]), note(layer, v))
			}
			s.Layers[layer].States += int64(len(l.States))
			rest.States, rest.Values = append(rest.States, l.States...), append(rest.Values, l.Values...)
			return put(len(rest.States) / job.BlockStates * job.BlockStates)
		})
		if err == nil {
			err = put(len(rest.States))
		}
		if err != nil {
			return errors.Join(err, b.Discard())
		}
	}
	if err := b.Commit(s); err != nil {
		return errors.Join(err, b.Discard())
	}
	return nil
}

// readLayers calls use with each block of a table, if the table exists. Errors are those of
// tablebase.Open.
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
