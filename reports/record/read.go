package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"zermelo/games"
)

// Reader reads recorded games of one variant.
type Reader struct {
	variant   games.Variant
	info      *games.Info
	openSpiel bool              // lines of moves contain actions of OpenSpiel
	options   map[string]string // of the variant
	name      string            // OpenSpiel's name of the game; "" if OpenSpiel lacks it
	spiel     *spielGame        // nil if OpenSpiel lacks the game
	text      *regexp.Regexp    // matches an action as text
}

// NewReader returns a Reader. If openSpiel is set, lines of moves contain actions of OpenSpiel.
// Otherwise, a line is read in this way only if it begins with '[' or its actions cannot be moves.
func NewReader(v games.Variant, openSpiel bool) *Reader {
	r := &Reader{variant: v, info: v.Info(), openSpiel: openSpiel, options: map[string]string{}}
	for _, o := range r.info.Options {
		r.options[o.Name] = o.Value
	}
	game, _, _ := strings.Cut(r.info.Name, ":")
	for name, m := range spielGames {
		if strings.HasPrefix(m.variant, game+":") {
			r.name, r.spiel, r.text = name, m, regexp.MustCompile(m.text)
		}
	}
	return r
}

// maxFile is the maximum size of a file in bytes.
const maxFile = 1 << 30

// Read reads all games. The format of each line is detected:
//
//   - a JSON object with "moves" is a Game, and one with "steps" is a replay of Kaggle. It may
//     continue on the following lines;
//   - any other line is a game: moves, optionally numbered, with comments in braces, tags such as
//     [white "name"] and a result such as 1-0. Tags may precede the game on separate lines.
//
// Empty lines and lines that begin with # are skipped. file is the name of in for errors, which are
// InputErrors unless reading fails. Read does not check that moves are legal.
func (r *Reader) Read(in io.Reader, file string) (list []*Game, err error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) > maxFile {
		return nil, games.BadInput("%s: larger than 1 GiB; split it", file)
	}
	var head Game // players and start from tags
	for line := 1; len(data) > 0; {
		text, rest, _ := bytes.Cut(data, []byte("\n"))
		g, used := &Game{Players: head.Players, Start: head.Start}, 1
		switch trimmed := strings.TrimSpace(string(text)); {
		case trimmed == "" || trimmed[0] == '#':
			g = nil
		case object.Match(data):
			g, rest, err = r.readObject(data)
			used = bytes.Count(data[:len(data)-len(rest)], []byte("\n"))
		default:
			err = r.readLine(g, trimmed)
			if head = (Game{}); err == nil && g.Moves == nil {
				head, g = *g, nil
			}
		}
		if err != nil {
			return nil, games.BadInput("%s:%d: %v", file, line, err)
		}
		if g != nil {
			g.File, g.Line = games.Clean(file), line
			for role, name := range g.Players {
				g.Players[role] = games.Echo(name)
			}
			list = append(list, g)
		}
		line, data = line+used, rest
	}
	return list, nil
}

// readObject reads the JSON object at the beginning of data. It returns the text after it.
func (r *Reader) readObject(data []byte) (g *Game, rest []byte, err error) {
	var object struct {
		Game
		replay
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&object); err != nil {
		return nil, nil, games.BadInput("not a JSON object with a game: %v", err)
	}
	rest = data[dec.InputOffset():]
	info := r.info
	switch name := object.Game.Game; {
	case object.Steps != nil:
		g, err = r.readReplay(&object.replay)
		return g, rest, err
	case object.Moves == nil:
		return nil, nil, games.BadInput(`expected an object with "moves", as in {"game":"tictactoe","moves":["b2","a1"]}, or with "steps", as in a replay of Kaggle`)
	case name != "" && name != info.Name && name != info.Label() && name != info.Spec():
		return nil, nil, games.BadInput("a game of %s, not of %s; score it with: zermelo score %q", name, info.Label(), name)
	case len(object.Players) > 0 && len(object.Players) != len(info.Roles):
		return nil, nil, games.BadInput("%d players; expected %d: %s", len(object.Players), len(info.Roles), strings.Join(info.Roles, ", "))
	}
	return &object.Game, rest, nil
}

var (
	object     = regexp.MustCompile(`^\s*\{\s*(?:["}]|$)`) // differs from a comment
	comments   = regexp.MustCompile(`\{[^{}]*\}`)
	tags       = regexp.MustCompile(`\[([^\s\]"]+) "([^"]*)"\]`)
	moveNumber = regexp.MustCompile(`(?:^|\s)[0-9]+\.+`)
)

// readLine reads the moves and tags of a line into g. Moves is nil if there are only tags.
func (r *Reader) readLine(g *Game, line string) error {
	line = comments.ReplaceAllString(line, " ")
	if i := strings.IndexAny(line, "{}"); i >= 0 {
		return games.BadInput("unmatched %c; a comment is written {text}", line[i])
	}
	roles := r.info.Roles
	for _, tag := range tags.FindAllStringSubmatch(line, -1) {
		role := slices.Index(roles, tag[1])
		switch {
		case role >= 0:
			if g.Players == nil {
				g.Players = slices.Clone(roles)
			}
			g.Players[role] = tag[2]
		case tag[1] == "start":
			g.Start = tag[2]
		default:
			return games.BadInput("unknown tag [%s]; expected start or a role: %s", tag[1], strings.Join(roles, ", "))
		}
	}
	line = strings.TrimSpace(tags.ReplaceAllString(line, " "))
	if line == "" {
		return nil
	}
	actions := r.openSpiel || line[0] == '['
	if r.spiel != nil && r.spiel.distinct {
		at := r.text.FindStringIndex(line)
		actions = actions || at != nil && at[0] == 0
	}
	if actions {
		return r.readActions(g, line)
	}
	g.Moves = games.SplitMoves(moveNumber.ReplaceAllString(line, " "))
	if last := len(g.Moves) - 1; last >= 0 && slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, g.Moves[last]) {
		g.Moves = g.Moves[:last]
	}
	return nil
}

// walk returns a function that plays the first of some moves which is legal, beginning at the start
// position. It returns the index of the move and the position after it.
func walk[S games.State](g games.Game[S]) func(moves ...string) (at int, position string, err error) {
	s, notation := g.Start(), games.NotationOf(g)
	return func(moves ...string) (int, string, error) {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			return 0, "", games.BadInput("%s is a move after the end of the game", moves[0])
		}
		names, wrong := notation.Moves(s), ""
		legal := slices.Concat(names[:]...)
		at := max(0, slices.IndexFunc(moves, func(name string) bool { return slices.Contains(legal, name) }))
		child := slices.Index(legal, moves[at])
		if child < 0 {
			if child, _, wrong = games.FirstMove(g, names, moves[:1], " at "+notation.FormatState(s)); wrong != "" {
				return 0, "", games.BadInput("%s %s", moves[0], wrong)
			}
		}
		s = children[child]
		return at, notation.FormatState(s), nil
	}
}
