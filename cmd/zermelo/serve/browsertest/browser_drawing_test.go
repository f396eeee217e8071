package browsertest

import (
	"encoding/json"
	"fmt"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
)

// testDrawings compares the boards of the page with those of package picture,
// for positions of all built-in games.
func testDrawings(b *tab) {
	b.goTo("/")
	registry := builtin.Registry()
	for _, name := range registry.Names() {
		v, err := registry.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		info := v.Info()
		paints := make([]picture.Paint, len(info.Roles))
		for role := range paints {
			paints[role] = picture.RolePaint(info, role)
		}
		list := games.ByState(v, drawings[uint64], drawings[[2]uint64], drawings[[4]uint64])
		if name == registry.Names()[0] {
			list = append(list, games.Drawing{Width: 2, Height: 2, Grid: games.Chequered, Cells: []games.Cell{
				{Kind: games.Piece, Figure: games.Slab, Count: 95, Glyph: 'a', Label: "12"}, {Kind: games.Mark, Figure: games.Slab, Count: 33, Glyph: '1'},
				{Kind: games.Mark, Glyph: 's', Label: "si"}, {Kind: games.Piece, Role: 1, Figure: games.Knight, Glyph: 'n'},
			}})
		}
		for i, d := range list {
			if d.Width == 0 { // the page shows notes instead
				continue
			}
			position, err := json.Marshal(map[string]any{"paints": paints, "board": solved.NewViewBoard(d)})
			if err != nil {
				b.Fatal(err)
			}
			want := picture.Board(info, d, "", picture.BoardStyle{}).SVG()
			if got := eval[string](b, fmt.Sprintf(`Promise.all([import("/page/drawing.js"), import("/page/api.js")]).then(([{ drawing }, { whole }]) => {
				const made = drawing(whole(%s));
				const want = new DOMParser().parseFromString(%q, "image/svg+xml").documentElement;
				want.querySelector("title").remove();
				for (const name of ["role", "xmlns"]) want.removeAttribute(name);
				want.setAttribute("aria-hidden", "true");
				return made.isEqualNode(want) ? "" : made.outerHTML;
			})`, position, want)); got != "" {
				b.Errorf("%s, position %d: the page draws\n%s\nwant\n%s", name, i, got, want)
			}
		}
	}
}

// drawings returns drawings of the positions of a play.
func drawings[S games.State](g games.Game[S]) (list []games.Drawing) {
	for s := g.Start(); len(list) < 12; {
		list = append(list, games.DrawingOf(g, s))
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			break
		}
		s = children[len(children)/2]
	}
	return list
}
