package book

// Answer is a position with what it is a position of: what query prints as JSON.
type Answer struct {
	Game  string   `json:"game"`  // the variant's name
	Roles []string `json:"roles"` // in the order of payoffs and strategies
	*Position
}

// NewAnswer is the answer about a position of a book.
func NewAnswer(b Book, p *Position) Answer {
	return Answer{Game: b.Info().Name, Roles: b.Info().Roles, Position: p}
}
