// Package play implements an interactive game against a player of package match,
// controlled by lines of text.
package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/match"
	"zermelo/reports/solved"
)

// Session is a game between a human player and the program.
// The exported fields must not change after Run is called.
type Session struct {
	Program  string // name of the program on the command line
	Game     solved.Game
	Human    int              // role of the human player
	Opponent match.Opponent   // plays the other roles
	Dice     *rand.Rand       // draws random moves; if nil, the human player types them
	Out      *terminal.Output // with JSON set, each step is a line of JSON

	ctx     context.Context
	info    *games.Info
	history []*solved.Position // from the first position to the current one
}

// event is a step of a session. Text is its plain-text form.
type event struct {
	Event    string           `json:"event"` // help, position, move, hint, error, over or end
	Text     string           `json:"text"`  // text for people
	Move     string           `json:"move,omitempty"`
	By       string           `json:"by,omitempty"`       // the role that moved
	Position *solved.Position `json:"position,omitempty"` // position after the event
}

// Run plays from start until the human player quits, the input is closed or ctx is
// cancelled. Cancelling ctx also stops a search. Run returns an error if the output
// cannot be written or the table cannot be read.
func (s *Session) Run(ctx context.Context, start *solved.Position, input <-chan string) error {
	s.ctx, s.info, s.history = ctx, s.Game.Info(), []*solved.Position{start}
	err := s.converse(ctx, input)
	if errors.Is(err, context.Canceled) {
		s.leave("Interrupted")
		return nil
	}
	return err
}

func (s *Session) converse(ctx context.Context, input <-chan string) error {
	s.emit(event{Event: "help", Text: fmt.Sprintf("%s. You play %s. Type a move, or help.", s.info.Title, s.info.Roles[s.Human])})
	if err := s.advance(); err != nil {
		return err
	}
	for {
		s.prompt()
		if err := s.Out.Flush(); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-input:
			if !ok {
				s.leave("End of input")
				return nil
			}
			done, err := s.execute(strings.TrimSpace(line))
			if err != nil || done {
				return err
			}
		}
	}
}

func (s *Session) at() *solved.Position { return s.history[len(s.history)-1] }

func (s *Session) prompt() {
	switch {
	case s.Out.JSON:
	case s.at().Random:
		s.Out.Printf("random move > ")
	case s.at().Terminal || s.waits():
		s.Out.Printf("(undo, new, quit) > ")
	default:
		s.Out.Printf("%s > ", s.info.Roles[s.Human])
	}
}

func (s *Session) emit(e event) {
	if !s.Out.JSON {
		text := games.Clean(e.Text)
		if e.Event == "hint" {
			text = s.Out.Paint(text, terminal.Result(&e.Position.Outcome, s.Human), false)
		}
		_, _ = s.Out.WriteString(text + "\n") // Flush returns the error
		return
	}
	if err := s.Out.PrintJSONLine(e); err != nil {
		panic("play: event: " + err.Error()) // an event contains only strings and numbers
	}
}

func (s *Session) complain(format string, args ...any) {
	s.emit(event{Event: "error", Text: games.Message(format, args...)})
}

func (s *Session) leave(why string) {
	text := why + "."
	if at := s.at(); !at.Terminal {
		text = fmt.Sprintf("%s at %s; resume with: %s play %q %q --as %s", why, at.Text, s.Program, s.info.Spec(), at.Text, s.info.Roles[s.Human])
		if s.info.Stochastic && s.Dice == nil {
			text += " --dice ask"
		}
	}
	if !s.Out.JSON && why != "Stopped" { // the cursor is in the line of the prompt
		text = "\n" + text
	}
	s.emit(event{Event: "end", Text: text, Position: s.at()})
}

func (s *Session) waits() bool {
	at := s.at()
	return !at.Terminal && at.Mover >= 0 && at.Mover != s.Human
}

// rolls reports whether the program draws the next move.
func (s *Session) rolls() bool { return s.at().Random && s.Dice != nil }

// advance makes the program's moves and the random moves until the human player is to
// move, the game is over, or a position repeats in a game without chance.
func (s *Session) advance() error {
	s.show()
	seen := map[string]bool{}
	for at := s.at(); s.rolls() || s.waits() && !seen[at.Text]; at = s.at() {
		seen[at.Text] = !s.info.Stochastic
		name, err := "", error(nil)
		if at.Random {
			name = at.Draw(s.Dice).Name
			s.emit(event{Event: "move", Text: fmt.Sprintf("The random move is %s.", name), Move: name, By: "chance"})
		} else {
			if name, err = s.Opponent.Choose(s.ctx, at, at.Mover); err != nil {
				return err
			}
			s.announce(at.Mover, name)
		}
		chosen := slices.IndexFunc(at.Moves, func(m solved.Move) bool { return m.Name == name })
		next, err := s.Game.Position(at.Moves[chosen].Child)
		if err != nil {
			return err
		}
		s.history = append(s.history, next)
		s.show()
	}
	return nil
}

func (s *Session) announce(role int, move string) {
	name := s.info.Roles[role]
	s.emit(event{Event: "move", Text: fmt.Sprintf("%s plays %s.", name, move), Move: move, By: name})
}

func (s *Session) show() {
	e := event{Event: "position", Text: "\n" + strings.Join(s.at().Board, "\n"), Position: s.at()}
	if solved.Repeated(s.history) >= 0 && !s.info.Stochastic {
		e.Text += "\nThis position is a repetition: play can continue forever."
	}
	if s.at().Terminal {
		e.Event = "over"
		e.Text += fmt.Sprintf("\nThe game is over: %s.", s.at().Value.Words)
	}
	s.emit(e)
}

const help = `Type the name of a move, an unambiguous prefix of it, or its number; or
  moves   list your moves
  hint    show the value and a best move
  undo    take back your last move
  board   show the board again
  new     start again
  resign  give up
  quit    stop (as does the end of input)`
