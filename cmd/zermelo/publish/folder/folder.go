// Package folder defines the layout of a published folder.
package folder

// Names in a published folder. The explorer sees the files in List.Files under the
// same paths.
const (
	ListFile = "files.json" // contains a List
	Tables   = "tables"     // data directory
	Sheets   = "sheets"     // rule sheets, scripts and modules
	Answers  = "api"        // replies that the page reads without the program
	// Explorer is the program for browsers, compressed by gzip; see
	// cmd/zermelo/publish/explorer. A name that ends in .gz would cause some hosts to
	// declare a content encoding, so that browsers decompress the file.
	Explorer = "explorer.bin"
)

// List describes the contents of a published folder.
type List struct {
	Games []Game           `json:"games"`
	Files map[string]int64 `json:"files"` // size of each file in bytes, by path
}

// Game is a published game.
type Game struct {
	ID    string `json:"id"`    // table in the address of the page
	Spec  string `json:"spec"`  // name, or path of a rules file, with options
	Sheet bool   `json:"sheet"` // whether the rules are in a file
}
