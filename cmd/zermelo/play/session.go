// Package play is a game of a person against perfect play, one typed line at a
// time.
package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/solved"
)

// Session is one game of a person against perfect play. Its fields are set before
// Run and not changed later.
type Session struct {
	Program string // its name, as people type it
	Game    solved.Game
	Human   int              // the role of the person
	Draws   *rand.Rand       // for the program's moves where both choose at once
	Out     *terminal.Output // where the session is shown
	JSON    bool             // each step is shown as a line of JSON, else as text

	info    *games.Info
	history []*solved.Position // from the first position to the present one
}

// event is a step of a session: text for people, fields for programs.
type event struct {
	Event    string           `json:"event"`
	Text     string           `json:"text"`
	Move     string           `json:"move,omitempty"`
	By       string           `json:"by,omitempty"` // the role that moved
	Position *solved.Position `json:"position,omitempty"`
}

// Run plays from a position until the person leaves, input is closed or ctx ends,
// which also ends a search for the program's move. Its error is one of writing or of
// reading the table.
func (s *Session) Run(ctx context.Context, start *solved.Position, input <-chan string) error {
	s.info, s.history = s.Game.Info(), []*solved.Position{start}
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
			done, err := s.obey(strings.TrimSpace(line))
			if err != nil || done {
				return err
			}
		}
	}
}

func (s *Session) at() *solved.Position { return s.history[len(s.history)-1] }

// prompt asks for the next line.
func (s *Session) prompt() {
	switch {
	case s.JSON:
	case s.at().Terminal:
		s.Out.Printf("(undo, new, quit) > ")
	default:
		s.Out.Printf("%s > ", s.info.Roles[s.Human])
	}
}

// emit shows a step.
func (s *Session) emit(e event) {
	if !s.JSON {
		text := games.Clean(e.Text)
		if e.Event == "hint" {
			text = s.Out.Paint(text, terminal.Result(&e.Position.Outcome, s.Human), false)
		}
		_, _ = s.Out.WriteString(text + "\n") // Flush returns the error
		return
	}
	if err := s.Out.PrintJSONLine(e); err != nil {
		panic("play: event: " + err.Error()) // strings and numbers
	}
}

func (s *Session) complain(format string, args ...any) {
	s.emit(event{Event: "error", Text: games.Message(format, args...)})
}

// leave ends the session and says how to come back to it.
func (s *Session) leave(why string) {
	text := why + "."
	if at := s.at(); !at.Terminal {
		text = fmt.Sprintf("%s at %s; resume with: %s play %q %q --as %s", why, at.Text, s.Program, s.info.Spec(), at.Text, s.info.Roles[s.Human])
	}
	if !s.JSON && why != "Stopped" { // the cursor is still behind the prompt
		text = "\n" + text
	}
	s.emit(event{Event: "end", Text: text, Position: s.at()})
}

// advance lets the program move until it is the person's turn or the game is
// over, and shows the board.
func (s *Session) advance() error {
	s.show()
	for at := s.at(); !at.Terminal && at.Mover >= 0 && at.Mover != s.Human; at = s.at() {
		best := at.Moves[0]
		s.tellMove(at.Mover, best.Name)
		next, err := s.Game.Position(best.Child)
		if err != nil {
			return err
		}
		s.history = append(s.history, next)
		s.show()
	}
	return nil
}

// tellMove says which move the program makes for a role.
func (s *Session) tellMove(role int, move string) {
	name := s.info.Roles[role]
	s.emit(event{Event: "move", Text: fmt.Sprintf("%s plays %s.", name, move), Move: move, By: name})
}

// show draws the board and, at the end, says who won.
func (s *Session) show() {
	e := event{Event: "position", Text: "\n" + strings.Join(s.at().Board, "\n"), Position: s.at()}
	if solved.Repeated(s.history) >= 0 {
		e.Text += "\nThis position occurred before: play can go on for ever."
	}
	if s.at().Terminal {
		e.Event = "over"
		e.Text += fmt.Sprintf("\nThe game is over: %s.", s.at().Value.Words)
	}
	s.emit(e)
}

const help = `Type a move by its name, as much of it as fits no other, or its number; or
  moves   list your moves
  hint    show the value and a best move
  undo    take your last move back
  board   show the board again
  new     start again
  resign  give up
  quit    stop (also at the end of the input)`
