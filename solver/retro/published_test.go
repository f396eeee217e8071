package retro

import (
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
)

// published is a result from the literature. Zero fields were not published.
type published struct {
	spec  string
	start string // outcome of the start for the first player
	plies int    // length of the whole game
	moves string // names of all winning first moves, separated by blanks
	drawn bool   // all other first moves draw
	// longest is the longest win, in plies, for the player to move in the last
	// tier. wins counts the positions with such a win, and losses counts those
	// with a loss that is one ply longer.
	tier         string
	longest      int
	wins, losses int64
	decided      int64  // won and lost positions of the last tier
	boards       boards // boards of all tiers
	large        bool   // requires -large
}

// publishedResults returns the results by source.
func publishedResults() map[string][]published {
	return map[string][]published{
		// Nalimov's tables, as quoted in the thread Longest Mate in kqk, have
		// 10, 16 and 28 moves. For KBNK they have 33 moves, in 138 positions by
		// Peter Karrer's count; another thread quotes 144. For KPK, bitbases of
		// chess engines contain 111,282 positions with pawns on half of the
		// files, which corresponds to 222,564 wins for white.
		"CCRL discussion board, kirill-kryukov.com, t=920": {
			{spec: "chess:pieces=KQK", tier: "KQK", longest: 19, wins: 1, losses: 8},
			{spec: "chess:pieces=KRK", tier: "KRK", longest: 31, wins: 121, losses: 390},
			{spec: "chess:pieces=KPK", tier: "KPK", longest: 55, wins: 3, losses: 2, decided: 111282},
			{spec: "chess:pieces=KBNK", tier: "KBNK", longest: 65, wins: 138, large: true},
		},
		"Winning Ways, chapter 22": {
			{spec: "dodgem", start: "win"},
		},
		"David desJardins (1996)": {
			{spec: "dodgem:size=4x4", start: "draw"},
		},
		"github.com/brianhliou/game-solver, tablebase v1": {
			{spec: "morris:men=6", start: "draw", large: true},
			{spec: "morris:men=6,flying=three", start: "draw", large: true},
		},
		"Tanaka, Bonnet, Tixeuil and Tamura, Quixo Is Solved (2020), and st34-satoshi/quixo-cpp": {
			{spec: "quixo:size=3x3", start: "win"},
			{spec: "quixo:size=4x4", start: "win", boards: boards{26434489, 15003736, 1608496}, large: true},
		},
		"Guy Steele, Summary of the Solving of the Game of Teeko (1999)": {
			{spec: "teeko", start: "draw", large: true},
			{spec: "teeko:goals=advanced", start: "win", plies: 13, moves: "c3", drawn: true, large: true},
		},
		// Not published.
		"a record of what this solver found": {
			{spec: "chess:pieces=KRKN", tier: "KRKN", longest: 79, large: true},
			{spec: "morris:men=3", start: "win", moves: "b2"},
			{spec: "morris:men=3,lines=straight", start: "draw"},
			{spec: "morris:men=3,flying=always", start: "draw"},
			{spec: "morris:men=3,flying=always,lines=straight", start: "draw"},
		},
	}
}

func TestSolverAgreesWithPublishedResults(t *testing.T) {
	for source, results := range publishedResults() {
		for _, want := range results {
			if want.large && !gamestest.Large() {
				continue
			}
			g := solvertest.Open(t, want.spec).(games.Tiered[uint64])
			solution, store := mustSolveTiers(t, g, 2)
			got := published{spec: want.spec, large: want.large}
			if payoff, plies := solution.Start.Unpack(); want.start != "" {
				got.start = outcomeOf(g, store, g.Start())
				if name := map[int16]string{100: "win", 50: "draw", 0: "loss"}[payoff]; name != got.start {
					t.Errorf("%s: start is %q in the solution, %q in the store", want.spec, name, got.start)
				}
				if want.plies > 0 {
					got.plies = plies
				}
			}
			if want.moves != "" {
				moves, drawn := winningMoves(g, store)
				got.moves, got.drawn = moves, drawn && want.drawn
			}
			top := solution.Tiers[len(solution.Tiers)-1]
			if want.tier != "" {
				got.tier, got.longest = top.Name, len(top.WinsIn)-1
			}
			if want.wins > 0 {
				got.wins = top.WinsIn[len(top.WinsIn)-1]
			}
			if want.losses > 0 && len(top.LossesIn) == len(top.WinsIn)+1 {
				got.losses = top.LossesIn[len(top.LossesIn)-1]
			}
			if want.decided > 0 {
				got.decided = top.Wins + top.Losses
			}
			if want.boards != (boards{}) {
				got.boards = allBoards(g, store)
			}
			if got != want {
				t.Errorf("solved: %+v\nwant:   %+v\nby %s", got, want, source)
			}
		}
	}
}

// outcomeOf returns the stored outcome of a position, for the player to move.
func outcomeOf(g games.Tiered[uint64], store *solvertest.MemoryTiers, s uint64) string {
	slot := g.Rank(nil, []uint64{s})[0]
	switch c := store.Cells[slot.Tier()][slot.Index()]; {
	case c.IsWin():
		return "win"
	case c.IsLoss():
		return "loss"
	}
	return "draw"
}

// winningMoves returns the winning first moves. The result drawn reports
// whether all other first moves draw.
func winningMoves(g games.Tiered[uint64], store *solvertest.MemoryTiers) (moves string, drawn bool) {
	children, _ := g.Expand(nil, nil, []uint64{g.Start()})
	var won []string
	drawn = true
	for i, name := range games.NotationOf[uint64](g).Moves(g.Start())[0] {
		switch outcomeOf(g, store, children[i]) {
		case "loss": // for the opponent
			won = append(won, name)
		case "win":
			drawn = false
		}
	}
	return strings.Join(won, " "), drawn
}
