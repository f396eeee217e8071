package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/solved"
)

// Mistake describes the moves that give value away in the greatest share of random plays, among
// the first two plies.
type Mistake struct {
	Ply   int      `json:"ply"`   // 1 or 2
	Role  int      `json:"role"`  // number of the role that makes the moves, from 0
	Moves []string `json:"moves"` // equally frequent moves; empty if no move gives value away
	Share float64  `json:"share"` // share of random plays in which each of them gives value away
}

// findMistake sets r.Mistake, unless values are missing or several roles choose simultaneously.
func (r *Report) findMistake(b solved.Game) error {
	if r.Searched() || r.Start.Mover < 0 {
		return nil
	}
	var found []Mistake
	add := func(ply int, p *solved.Position, chance float64) {
		for _, m := range p.Moves {
			if m.Keeps != solved.KeptNo || p.Mover < 0 {
				continue
			}
			i := slices.IndexFunc(found, func(f Mistake) bool { return f.Ply == ply && f.Role == p.Mover && f.Moves[0] == m.Name })
			if i < 0 {
				i, found = len(found), append(found, Mistake{Ply: ply, Role: p.Mover, Moves: []string{m.Name}})
			}
			found[i].Share += chance / float64(len(p.Moves))
		}
	}
	add(1, r.Start, 1)
	for _, m := range r.Start.Moves {
		p, err := b.Position(m.Child)
		if err != nil {
			return fmt.Errorf("look up %s: %w", m.Child, err)
		}
		add(2, p, 1/float64(len(r.Start.Moves)))
	}
	r.Mistake = &Mistake{Moves: []string{}}
	for _, f := range found {
		switch most := r.Mistake; {
		case f.Share > most.Share+1e-9:
			*most = f
		case f.Share > most.Share-1e-9 && f.Ply == most.Ply && f.Role == most.Role:
			most.Moves = append(most.Moves, f.Moves[0])
		}
	}
	return nil
}

// Variant is a solved variant of a game that differs from it in one option.
type Variant struct {
	Game   string `json:"game"`
	Option string `json:"option"` // name of the option
	Words  string `json:"words"`  // its choice in words, as in "no captures"
	Value  string `json:"value"`  // value of the start position, in words
	States int64  `json:"states"` // number of states up to symmetry
}

// AddVariant adds the game of a stored table to r.Variants if it differs in one option.
func (r *Report) AddVariant(t Listing) {
	base, _, _ := strings.Cut(r.Game, ":")
	name, options, _ := strings.Cut(t.Game, ":")
	if name != base || t.Status != "solved" {
		return
	}
	var other []games.Setting
	for _, s := range r.Info.Options {
		_, value, _ := strings.Cut(","+options, ","+s.Name+"=")
		value, _, _ = strings.Cut(value, ",")
		if value = cmp.Or(value, s.Default); value != s.Value {
			s.Value = value
			other = append(other, s)
		}
	}
	if len(other) == 1 {
		r.Variants = append(r.Variants, Variant{t.Game, other[0].Name, other[0].Words(), t.Value, *t.States})
	}
}
