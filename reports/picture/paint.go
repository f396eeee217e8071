package picture

import (
	"fmt"
	"strings"

	"zermelo/games"
)

// Paint names a colour that depends on whether the page is light or dark.
type Paint string

// colour holds the two colours of a paint in the form "#rrggbb".
type colour struct {
	paint       Paint
	light, dark string
}

// palette returns the colours of all paints. On light and dark pages, the contrast between text and
// background is at least 4.5:1 (WCAG 2.2, success criterion 1.4.3).
func palette() []colour {
	return []colour{
		{"paper", "#ffffff", "#191817"},
		{"ink", "#1d1b18", "#ece7df"},
		{"muted", "#5f594f", "#b0a99d"},
		{"rule", "#d8d2c6", "#46423c"},
		{"accent", "#1f5fa8", "#7fb2ee"},
		// Boards.
		{"board", "#f6f1e7", "#2f2c28"},
		{"chequer", "#dccdab", "#45403a"},
		{"grid", "#b3a78f", "#5d564c"},
		{"wall", "#6a6253", "#141311"},
		{"line", "#6a6253", "#9c927f"},
		{"stand", "#3a6cb0", "#2b5288"},
		{"blocked", "#cdbf9f", "#5a5147"},
		{"changed", "#ffe7a0", "#5a4c1c"},
		{"won", "#d01c6f", "#ff7ab0"},
		// Pieces and values, and text on them.
		{"white", "#fffefa", "#f3eee2"},
		{"on-white", "#1d1b18", "#1d1b18"},
		{"black", "#2b2926", "#0e0d0c"},
		{"on-black", "#f7f4ee", "#f7f4ee"},
		{"red", "#c23a2e", "#c8443a"},
		{"on-red", "#ffffff", "#ffffff"},
		{"blue", "#2a5fb8", "#3566bd"},
		{"on-blue", "#ffffff", "#ffffff"},
		{"green", "#2c7a3f", "#2f7f44"},
		{"on-green", "#ffffff", "#ffffff"},
		{"yellow", "#e3b324", "#d9aa22"},
		{"on-yellow", "#1d1b18", "#1d1b18"},
		{"first", "#b85a14", "#b85c18"},
		{"on-first", "#ffffff", "#ffffff"},
		{"second", "#2a5fb8", "#3566bd"},
		{"on-second", "#ffffff", "#ffffff"},
		// Values between a loss and a win.
		{"even", "#b9b4ab", "#77726a"},
		{"on-even", "#1d1b18", "#ffffff"},
		{"low", "#8fb3d9", "#5a7fa8"},
		{"lower", "#c3d6e8", "#4a6076"},
		{"higher", "#efd0b0", "#7d6047"},
		{"high", "#dd9a5e", "#a3734a"},
	}
}

// Paints returns the names of all paints.
func Paints() []Paint {
	var list []Paint
	for _, c := range palette() {
		list = append(list, c.paint)
	}
	return list
}

// RolePaint returns the paint of a role's pieces.
func RolePaint(info *games.Info, role int) Paint { return Paint(info.Colour(role)) }

// piecePaints returns the paints that figures may have.
func piecePaints() []Paint {
	return []Paint{"white", "black", "red", "blue", "green", "yellow", "first", "second", "even"}
}

func edgeOf(piece Paint) Paint {
	if piece == "black" {
		return "muted"
	}
	return "ink"
}

// CSS returns the style sheet for inline SVG pictures. It defines each paint as a custom property
// --NAME. Colours follow the browser's light or dark preference, and are light in print. The
// attribute data-theme, with the value "light" or "dark", overrides the preference for an element
// and its content.
func CSS() string {
	var light, dark, classes strings.Builder
	for _, c := range palette() {
		fmt.Fprintf(&light, "--%s:%s;", c.paint, c.light)
		fmt.Fprintf(&dark, "--%s:%s;", c.paint, c.dark)
		fmt.Fprintf(&classes, ".f-%s{fill:var(--%[1]s)}.s-%[1]s{stroke:var(--%[1]s)}\n", c.paint)
	}
	for _, p := range piecePaints() {
		fmt.Fprintf(&classes, ".p-%s{fill:var(--%[1]s);stroke:var(--%s);stroke-width:1.2;color:var(--on-%[1]s)}\n", p, edgeOf(p))
	}
	return ":root,[data-theme=light]{color-scheme:light;" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;" + dark.String() + "}}\n" +
		"@media screen{[data-theme=dark]{color-scheme:dark;" + dark.String() + "}}\n" +
		".pic{fill:none;stroke:none;stroke-linejoin:round;font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\n" +
		".pic text{text-anchor:middle;dominant-baseline:central}\n" + ".pic .b{font-weight:600}.pic .a{text-anchor:start}.pic .z{text-anchor:end}\n" +
		classes.String()
}
