package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"zermelo/games"
	"zermelo/reports/book"
)

// session is one game of a person against perfect play.
type session struct {
	*program
	book    book.Book
	info    *games.Info
	human   int
	history []*book.Position // from the first position to the present one
	draws   *rand.Rand
}

// playEvent is one step of a session: what people read, and the same for
// programs.
type playEvent struct {
	Event    string         `json:"event"`
	Text     string         `json:"text"`
	Move     string         `json:"move,omitempty"`
	By       string         `json:"by,omitempty"` // the role that moved
	Position *book.Position `json:"position,omitempty"`
}

// lines sends the lines of r until it ends or ctx does. Reading cannot be
// interrupted, so after ctx the goroutine lives on until the next line.
func lines(ctx context.Context, r io.Reader) <-chan string {
	c := make(chan string)
	go func() {
		defer close(c)
		for scan := bufio.NewScanner(r); scan.Scan(); {
			select {
			case c <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// run plays until the person leaves, the input ends, or Ctrl-C, which also ends a
// search for the program's move.
func (s *session) run(ctx context.Context, input <-chan string) error {
	err := s.converse(ctx, input)
	if errors.Is(err, context.Canceled) {
		s.leave("Interrupted")
		return nil
	}
	return err
}

func (s *session) converse(ctx context.Context, input <-chan string) error {
	s.emit(playEvent{Event: "help", Text: fmt.Sprintf("%s. You play %s. Type a move, or help.", s.info.Title, s.info.Roles[s.human])})
	if err := s.advance(); err != nil {
		return err
	}
	for {
		s.prompt()
		if err := s.out.Flush(); err != nil {
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

func (s *session) at() *book.Position { return s.history[len(s.history)-1] }

// prompt asks for the next line.
func (s *session) prompt() {
	if s.json {
		return
	}
	if s.at().Terminal {
		s.printf("(undo, new, quit) > ")
		return
	}
	s.printf("%s > ", s.info.Roles[s.human])
}

// emit shows a step.
func (s *session) emit(e playEvent) {
	if !s.json {
		s.printf("%s\n", e.Text)
		return
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		panic("command: play event: " + err.Error())
	}
	_, _ = s.out.Write(games.CleanJSON(b.Bytes())) // output keeps the error
}

func (s *session) complain(format string, args ...any) {
	s.emit(playEvent{Event: "error", Text: games.Message(format, args...)})
}

// leave ends the session and says how to come back to it.
func (s *session) leave(why string) {
	text := why + "."
	if at := s.at(); !at.Terminal {
		text = fmt.Sprintf("%s at %s; go on with: zermelo play %q %q --as %s", why, at.Text, s.info.Spec(), at.Text, s.info.Roles[s.human])
	}
	if !s.json && why != "Stopped" { // the cursor is still behind the prompt
		text = "\n" + text
	}
	s.emit(playEvent{Event: "end", Text: text, Position: s.at()})
}

// advance lets the program move until it is the person's turn or the game is
// over, and shows the board.
func (s *session) advance() error {
	s.show()
	for at := s.at(); !at.Terminal && at.Mover >= 0 && at.Mover != s.human; at = s.at() {
		best := at.Moves[0]
		s.emit(playEvent{Event: "move", Text: fmt.Sprintf("%s plays %s.", s.info.Roles[at.Mover], best.Name), Move: best.Name, By: s.info.Roles[at.Mover]})
		if err := s.step(best.Child); err != nil {
			return err
		}
		s.show()
	}
	return nil
}

// step goes to a position.
func (s *session) step(text string) error {
	next, err := s.book.Position(text)
	if err != nil {
		return err
	}
	s.history = append(s.history, next)
	return nil
}

// show draws the board and, at the end, says who won.
func (s *session) show() {
	at := s.at()
	text := "\n" + strings.Join(at.Board, "\n")
	if book.Repeated(s.history) >= 0 {
		text += "\nThis position was there before: play can go on for ever."
	}
	if !at.Terminal {
		s.emit(playEvent{Event: "position", Text: text, Position: at})
		return
	}
	s.emit(playEvent{Event: "over", Text: fmt.Sprintf("%s\nThe game is over: %s.", text, at.Value.Words), Position: at})
}

const playHelp = `Type a move by its name or number, or
  moves   list your moves
  hint    show the value and a best move
  undo    take your last move back
  board   show the board again
  new     start again
  resign  give up
  quit    stop (also at the end of the input)`
