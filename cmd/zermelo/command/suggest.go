package command

import "zermelo/games"

// didYouMean is a hint to the candidate nearest to what was typed, in capitals or
// not, "" if none is near.
func didYouMean(typed string, candidates []string) string {
	if best := games.Nearest(typed, candidates); best != "" {
		return games.Message("; did you mean %q?", best)
	}
	return ""
}
