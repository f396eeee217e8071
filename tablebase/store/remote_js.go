package store

import "zermelo/games"

// openRemote returns an error, because object stores are not available in a
// browser.
func openRemote(db string) (remote, error) {
	return nil, games.BadInput("%s: must be a directory", games.Echo(db))
}
