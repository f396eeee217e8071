package own

import (
	"bytes"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

type layered[S games.State] struct {
	*game[S]
	span     int
	explored *games.Graph[S] // nil if layers are declared
	layers   []int32         // of the explored states
}

func (g layered[S]) Layers(dst []int32, src []S) []int32 {
	switch {
	case g.explored != nil:
		for _, s := range src {
			dst = append(dst, g.layers[g.explored.Number[s]])
		}
	case g.counted == "":
		g.each(src, func(e *entry) { dst = append(dst, e.layer-g.zero) })
	default:
		var text []byte
		for _, s := range src {
			text = g.codec.unpack(text[:0], games.Bits(&s))
			dst = append(dst, count(text, g.counted)-g.zero)
		}
	}
	return dst
}

// count returns how many characters of text are in set.
func count(text []byte, set string) (n int32) {
	for i := range len(set) {
		n += int32(bytes.Count(text, []byte{set[i]}))
	}
	return n
}

func (g layered[S]) Span() int { return g.span }

// maxExplored is the maximum number of states that are explored if a game declares
// no layers. maxNumbered is the limit for games with numbered states, which must be
// explored completely.
const (
	maxExplored = 20_000
	maxNumbered = 500_000
)

// explore visits all states. It returns nil if it is interrupted or if the number of
// states exceeds most.
func (g *game[S]) explore(most int, interrupted func() bool) *games.Graph[S] {
	x := games.NewGraph(g.start)
	var children []S
	var ends []int32
	for from := 0; from < len(x.States); {
		chunk := x.States[from:min(from+int(g.batchSize.Load()), len(x.States))]
		children, ends = g.Expand(children[:0], ends[:0], chunk)
		if g.failed() || interrupted() {
			return nil
		}
		x.AddPlies(children, ends)
		from += len(chunk)
		if len(x.States) > most {
			return nil
		}
	}
	return x
}

// declared returns the game with its declared layers, or nil if it declares none.
func (g *game[S]) declared() games.Variant {
	span := max(1, g.hello.Span)
	switch {
	case g.counted != "":
		g.zero = count([]byte(g.text(g.start)), g.counted)
		return layered[S]{game: g, span: span}
	case g.hello.Layers == protocol.AskedLayers:
		g.each([]S{g.start}, func(e *entry) { g.zero = e.layer })
		return layered[S]{game: g, span: span}
	}
	return nil
}
