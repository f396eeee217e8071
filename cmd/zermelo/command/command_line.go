package command

import (
	"strings"

	"github.com/spf13/cobra"

	"zermelo/games"
	"zermelo/reports"
)

const lineLong = `Line prints one line of perfect play with all its boards: from the start, or
from POSITION, to the end of the game. Of equally good moves it follows the
first that query lists. Where both choose at once it follows the pair of moves
that perfect play chooses most often.`

const lineExample = `  zermelo line tron
  zermelo line tron --moves "moveRight moveLeft" --max 4
  zermelo line coordination:rounds=3 --json`

// lineOptions are the flags of line.
type lineOptions struct {
	moves  string
	max    int
	search reports.Limit
}

func (p *program) newLine() *cobra.Command {
	var o lineOptions
	cmd := &cobra.Command{
		Use:               "line GAME [POSITION]",
		Short:             "Show one line of perfect play with its boards",
		Long:              lineLong,
		Example:           lineExample,
		Args:              wantArgs(1, 2, "a game and perhaps a position", "zermelo line tron"),
		ValidArgsFunction: p.completeGame,
		RunE:              func(_ *cobra.Command, args []string) error { return p.runLine(args[0], position(args), o) },
	}
	cmd.Flags().StringVarP(&o.moves, "moves", "m", "", "moves to play first, with blanks between")
	cmd.Flags().IntVar(&o.max, "max", 1000, "moves at most")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

// lineJSON is the JSON form of a line of play.
type lineJSON struct {
	Game      string              `json:"game"`
	Roles     []string            `json:"roles"` // in the order of payoffs and strategies
	Moves     []string            `json:"moves"`
	Positions []*reports.Position `json:"positions"` // one more than moves
}

func (p *program) runLine(spec, from string, o lineOptions) error {
	if o.max < 0 {
		return games.BadInput("--max %d: want 0 or more moves", o.max)
	}
	return p.withProof(spec, o.search, func(b reports.Book) error {
		before, err := b.Follow(from, strings.Fields(o.moves))
		if err != nil {
			return err
		}
		line, moves, err := b.Line(before[len(before)-1].Text, o.max)
		if err != nil {
			return err
		}
		info := b.Info()
		if p.json {
			return p.printJSON(lineJSON{Game: info.Name, Roles: info.Roles, Moves: moves, Positions: line})
		}
		for i, at := range line {
			if i > 0 {
				p.printf("\n%d. %s%s\n\n", i, mover(info, line[i-1]), moves[i-1])
			}
			if err := reports.ShowBoard(p.out, info, at); err != nil {
				return err
			}
		}
		if last := line[len(line)-1]; !last.Terminal {
			p.printf("\nThe line goes on; see more of it with --max %d.\n", 2*max(o.max, 1))
		}
		return nil
	})
}

// mover is the role that moves, followed by a blank, "" if both do.
func mover(info *games.Info, p *reports.Position) string {
	if p.Mover < 0 {
		return ""
	}
	return info.Roles[p.Mover] + " "
}
