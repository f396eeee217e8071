package terminal

// Failure is the JSON form of an error.
type Failure struct {
	Error string `json:"error"`          // what is wrong
	Hint  string `json:"hint,omitempty"` // what to do
	Exit  int    `json:"exit_code"`      // see zermelo help exit-codes
}

// Warning is the JSON form of an error that does not stop the command.
type Warning struct {
	Warning string `json:"warning"` // what is wrong, and what the command does instead
}

// Note is the JSON form of a progress line. It is omitted with --quiet.
type Note struct {
	Note string `json:"note"` // text for people, without a fixed format
}
