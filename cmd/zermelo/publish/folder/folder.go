// Package folder says what is in a published folder.
package folder

// The names in a published folder. The explorer has the files of the list under the same
// paths.
const (
	ListFile = "files.json"       // List
	Tables   = "tables"           // a data directory
	Sheets   = "sheets"           // rule sheets, scripts and modules
	Explorer = "explorer.wasm.gz" // the program, cmd/zermelo/publish/explorer
)

const (
	// SolveStates is how many states a game may have, by the forecast, that is solved in
	// the browser when the page is opened: that takes about a second.
	SolveStates = 50_000
	// Slower is how much fewer a script or a module may have.
	Slower = 20
	// SolveMemory is the memory for it, in bytes.
	SolveMemory = 96 << 20
)

// List is the content of the folder.
type List struct {
	Version string `json:"version"` // of the program that made it
	Games   []Game `json:"games"`
	// Files are the sizes of the files that are read in ranges, in bytes, by path.
	Files map[string]int64 `json:"files"`
}

// Game is a game of the folder.
type Game struct {
	Spec  string `json:"spec"`  // a name, or the path of a file of rules with options
	Sheet bool   `json:"sheet"` // its rules are in a file
	Solve bool   `json:"solve"` // it has no table: it is solved when the page is opened
}
