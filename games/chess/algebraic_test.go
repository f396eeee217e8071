package chess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

// legal returns the legal moves in an order that does not depend on the map.
func (b slowBoard) legal(promotions string) []slowMove {
	var list []slowMove
	for _, m := range b.pseudo(b.white, promotions) {
		if !b.hopeless() && !b.after(m).attacked(!b.white) {
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(x, y slowMove) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	return list
}

// uci writes a move for the Universal Chess Interface.
func (b slowBoard) uci(m slowMove) string {
	text := m.from + m.to
	if m.becomes != b.at[m.from] {
		text += strings.ToLower(string(m.becomes))
	}
	return text
}

// san writes one of the legal moves in standard algebraic notation.
func (b slowBoard) san(m slowMove, legal []slowMove, promotions string) string {
	man, takes := strings.ToUpper(string(b.at[m.from])), ""
	if b.at[m.to] != 0 {
		takes = "x"
	}
	text := ""
	if man == "P" {
		if takes != "" {
			text = m.from[:1]
		}
	} else {
		text = man
		others, column, row := false, false, false
		for _, o := range legal {
			if o.from != m.from && o.to == m.to && b.at[o.from] == b.at[m.from] {
				others = true
				column = column || o.from[0] == m.from[0]
				row = row || o.from[1] == m.from[1]
			}
		}
		switch {
		case !others:
		case !column:
			text += m.from[:1]
		case !row:
			text += m.from[1:]
		default:
			text += m.from
		}
	}
	text += takes + m.to
	if m.becomes != b.at[m.from] {
		text += "=" + strings.ToUpper(string(m.becomes))
	}
	after := b.after(m)
	switch {
	case !after.attacked(b.white) || after.hopeless():
	case len(after.legal(promotions)) == 0:
		text += "#"
	default:
		text += "+"
	}
	return text
}

// TestEveryMoveIsReadInUCIAndSAN writes each legal move of random positions in both
// notations and plays it.
func TestEveryMoveIsReadInUCIAndSAN(t *testing.T) {
	moves, checks, mates, apart := 0, 0, 0, 0
	several := []string{"chess:pieces=KQQKQ", "chess:pieces=KNNNK", "chess:pieces=KBBBK", "chess:pieces=KRRRK"}
	for _, spec := range slices.Concat(specs, several) {
		g := open(t, spec)
		promotions := "QRBN"
		if len(g.promotions) == 1 {
			promotions = "Q"
		}
		rng := rand.New(rand.NewPCG(9, 10))
		for range 25 {
			s := g.random(rng)
			b := readSlow(g.FormatState(s))
			legal := b.legal(promotions)
			for _, m := range legal {
				san := b.san(m, legal, promotions)
				want := b.after(m).String()
				plain := strings.TrimRight(san, "+#")
				for _, text := range []string{b.uci(m), san, plain, strings.ReplaceAll(san, "=", ""), san + "!?"} {
					line, err := games.Play(games.Game[uint64](g), s, []string{text})
					if err != nil {
						t.Fatalf("%s: %s: %v", b, text, err)
					}
					if got := g.FormatState(line[1]); got != want {
						t.Fatalf("%s: %s leads to %s, want %s", b, text, got, want)
					}
				}
				moves++
				checks += strings.Count(san, "+")
				mates += strings.Count(san, "#")
				if len(strings.ReplaceAll(plain, "x", "")) > 3 && m.becomes == b.at[m.from] {
					apart++
				}
			}
		}
	}
	t.Logf("%d moves, %d checks, %d mates, %d with an origin", moves, checks, mates, apart)
	if checks == 0 || mates == 0 || apart == 0 {
		t.Error("a kind of move is not tested")
	}
}

func TestAlgebraicMoves(t *testing.T) {
	for _, test := range []struct{ spec, from, typed, want string }{
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Kd1", "Ke1-d1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "e1d1", "Ke1-d1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Ke1-d1", "Ke1-d1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "ke1d1", "Ke1-d1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Ra8+", "Ra1-a8"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Raa8", "Ra1-a8"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "R1a8", "Ra1-a8"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Ra1a8", "Ra1-a8"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Rxa8", "is not legal"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "O-O-O", "is not legal"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Qd1", "is not legal"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "Rba8", "is not legal"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3:w", "e1e3", "is not legal"},
		{"chess", "8/8/8/8/8/8/1k6/R3K3:b", "Kxa1", "Kb2xa1"},
		{"chess", "8/8/8/8/8/8/1k6/R3K3:b", "Ka1", "Kb2xa1"},
		{"chess", "8/8/8/8/8/8/1k6/R3K3:b", "b2a1", "Kb2xa1"},
		{"chess", "k7/8/1K6/8/8/8/8/7R:w", "Rh8#", "Rh1-h8"},
		{"chess:pieces=KNNK", "4k3/8/8/8/8/8/8/1N1K1N2:w", "Nd2", "is ambiguous; it matches Nb1-d2, Nf1-d2"},
		{"chess:pieces=KNNK", "4k3/8/8/8/8/8/8/1N1K1N2:w", "N1d2", "is ambiguous; it matches Nb1-d2, Nf1-d2"},
		{"chess:pieces=KNNK", "4k3/8/8/8/8/8/8/1N1K1N2:w", "Nbd2", "Nb1-d2"},
		{"chess:pieces=KRRK", "8/8/8/R7/4k3/8/8/R3K3:w", "Ra3", "is ambiguous; it matches Ra1-a3, Ra5-a3"},
		{"chess:pieces=KRRK", "8/8/8/R7/4k3/8/8/R3K3:w", "Raa3", "is ambiguous; it matches Ra1-a3, Ra5-a3"},
		{"chess:pieces=KRRK", "8/8/8/R7/4k3/8/8/R3K3:w", "R5a3", "Ra5-a3"},
		{"chess:pieces=KNNKR", "k3r3/8/8/8/8/4N3/8/N3K3:w", "Nc2", "Na1-c2"}, // the other knight is pinned
		{"chess:pieces=KRPK", "8/4k3/8/8/R7/8/4P3/4K3:w", "e4", "e2-e4"},     // not Ra4-e4
		{"chess:pieces=KBPKR", "4k3/8/8/8/8/2r5/1P1B4/4K3:w", "bxc3", "b2xc3"},
		{"chess:pieces=KBPKR", "4k3/8/8/8/8/2r5/1P1B4/4K3:w", "Bxc3", "Bd2xc3"},
		{"chess:pieces=KBPKR", "4k3/8/8/8/8/2r5/1P1B4/4K3:w", "bc3", "b2xc3"},
		{"chess:pieces=KPK", "8/P7/8/8/8/8/4k3/7K:w", "a8=Q", "a7-a8=Q"},
		{"chess:pieces=KPK", "8/P7/8/8/8/8/4k3/7K:w", "a8N", "a7-a8=N"},
		{"chess:pieces=KPK", "8/P7/8/8/8/8/4k3/7K:w", "a7a8r", "a7-a8=R"},
		{"chess:pieces=KPK", "8/P7/8/8/8/8/4k3/7K:w", "a8", "is ambiguous; it matches a7-a8=Q, a7-a8=R, "},
		{"chess:pieces=KPK", "8/P7/8/8/8/8/4k3/7K:w", "a7a8", "is ambiguous"},
		{"chess:pieces=KPK", "8/P7/8/8/8/8/4k3/7K:w", "a8=K", "is not legal"},
		{"chess:pieces=KPK,promotion=queen", "8/P7/8/8/8/8/4k3/7K:w", "a8", "a7-a8=Q"},
		{"chess:pieces=KPKB", "1b6/P7/8/8/8/8/4k3/7K:w", "axb8=Q+", "a7xb8=Q"},
		{"chess:pieces=KPKB", "1b6/P7/8/8/8/8/4k3/7K:w", "a7b8n", "a7xb8=N"},
		{"chess:pieces=KQKP", "1k6/8/8/8/8/8/p7/2K4Q:b", "a1=Q+", "a2-a1=Q"},
	} {
		g := open(t, test.spec)
		s, err := g.ParseState(test.from)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if line, err := games.Play(games.Game[uint64](g), s, []string{test.typed}); err != nil {
			got = strings.Replace(err.Error(), " at "+test.from, "", 1)
		} else {
			children, _ := g.Expand(nil, nil, []uint64{s})
			got = games.JointNames(g.Moves(s))[slices.Index(children, line[1])]
		}
		if got != test.want && !(strings.HasPrefix(test.want, "is ") && strings.Contains(got, test.want)) {
			t.Errorf("%s %s: %s: %s, want %s", test.spec, test.from, test.typed, got, test.want)
		}
	}
}

func TestGameInSAN(t *testing.T) {
	g := open(t, "chess")
	s, err := g.ParseState("8/8/8/8/8/2k5/8/K6R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	line, err := games.Play(games.Game[uint64](g), s, games.SplitMoves("1. Rh3+ Kc2 2. h3h1, Kc2-b3 3. Rb1+ Kc2"))
	if err != nil {
		t.Fatal(err)
	}
	if got := g.FormatState(line[6]); got != "8/8/8/8/8/8/2k5/KR6:w" {
		t.Errorf("the line ends at %s", got)
	}
}
