// Package folder defines the layout of a published folder.
package folder

// Names in a published folder. The explorer sees the files in List.Files under the
// same paths.
const (
	ListFile = "files.json"       // contains a List
	Tables   = "tables"           // data directory
	Sheets   = "sheets"           // rule sheets, scripts and modules
	Explorer = "explorer.wasm.gz" // program for browsers; see cmd/zermelo/publish/explorer
)

const (
	// SolveStates limits the games that are solved when the page opens to those
	// forecast to have at most this many states. Solving one takes about a second.
	SolveStates = 50_000
	// ScriptFactor is the number by which SolveStates is divided for games whose
	// rules are scripts or modules.
	ScriptFactor = 20
	// SolveMemory is the memory limit for solving a game when the page opens, in
	// bytes.
	SolveMemory = 96 << 20
)

// List describes the contents of a published folder.
type List struct {
	Version string `json:"version"` // program version
	Games   []Game `json:"games"`
	// Files maps the path of each file that is read in ranges to its size in
	// bytes.
	Files map[string]int64 `json:"files"`
}

// Game is a published game.
type Game struct {
	Spec  string `json:"spec"`  // name, or path of a rules file, with options
	Sheet bool   `json:"sheet"` // whether the rules are in a file
	Solve bool   `json:"solve"` // whether the game has no table and is solved when the page opens
}
