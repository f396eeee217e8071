package own

import (
	"bytes"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// layered is a game in which every ply leads to a later layer.
type layered[S games.State] struct {
	*game[S]
	span     int
	explored map[S]int32 // layers found by exploration, or nil
}

func (g layered[S]) Layers(dst []int32, src []S) []int32 {
	switch {
	case g.explored != nil:
		for _, s := range src {
			dst = append(dst, g.explored[s])
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

// count returns the number of characters in text that are in set.
func count(text []byte, set string) (n int32) {
	for i := range len(set) {
		n += int32(bytes.Count(text, []byte{set[i]}))
	}
	return n
}

func (g layered[S]) Span() int { return g.span }

const (
	// maxExplored is the maximum number of states that are explored to determine the
	// layers of a game that declares none.
	maxExplored = 20_000
	// maxNumbered is the corresponding limit for games with numbered states, which must
	// be explored completely.
	maxNumbered = 500_000
)

// exploration contains all states and plies of a small game.
type exploration[S games.State] struct {
	games.Plies
	states []S
	number map[S]int32
}

// explore visits all reachable states. It returns nil if there are more than most
// states, if the game fails, or if interrupted returns true.
func (g *game[S]) explore(most int, interrupted func() bool) *exploration[S] {
	x := &exploration[S]{states: []S{g.start}, number: map[S]int32{g.start: 0}}
	var children []S
	var ends []int32
	for from := 0; from < len(x.states); {
		chunk := x.states[from:min(from+maxBatch, len(x.states))]
		children, ends = g.Expand(children[:0], ends[:0], chunk)
		if g.failed() || interrupted() {
			return nil
		}
		for _, end := range ends {
			x.Ends = append(x.Ends, int32(len(x.Next))+end)
		}
		from += len(chunk)
		for _, c := range children {
			n, ok := x.number[c]
			if !ok {
				n = int32(len(x.states))
				x.number[c] = n
				x.states = append(x.states, c)
			}
			x.Next = append(x.Next, n)
		}
		if len(x.states) > most {
			return nil
		}
	}
	return x
}

// layers returns the layer of each state and the maximum difference between the layers
// of a child and its parent. It returns nil if positions can repeat.
func (x *exploration[S]) layers() (layers map[S]int32, span int) {
	list, span := x.Layers()
	if list == nil {
		return nil, 0
	}
	layers = map[S]int32{}
	for i, s := range x.states {
		layers[s] = list[i]
	}
	return layers, span
}

// declared returns the game with its declared layers, or nil if the game declares none.
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
