package store

import "zermelo/games"

// openRemote opens no object store: a browser has none.
func openRemote(db string) (remote, error) {
	return nil, games.BadInput("%s: want a folder", games.Echo(db))
}
