package main

import "regexp"

// A phrase is a wording that is rare in the Go standard library.
type phrase struct {
	name    string
	pattern *regexp.Regexp
}

// ordinary matches acceptable uses, which are removed from a line before it is
// searched. For example, a state is terminal, but a game can be over.
var ordinary = regexp.MustCompile(`(?i)\bgame (is|was) over\b`)

// phrases lists the phrases to count. In packages net, database, encoding, archive,
// text, os and go/types of Go 1.26, they occur about 8 times per 1,000 comment lines.
var phrases = []phrase{
	{"what a thing is", regexp.MustCompile(`(?i)\b(is|are) (what|how|where|who)\b`)},
	{"how many", regexp.MustCompile(`(?i)\bhow (many|much|far|large|long|often|deep)\b`)},
	{"so many", regexp.MustCompile(`(?i)\b(so|as) (many|much|few|far as)\b`)},
	{"code that speaks", regexp.MustCompile(`(?i)\b(says?|tells?|told|asks?|asked|learns?|learnt|taught|doubts?|obeys?)\b`)},
	{"code that meets", regexp.MustCompile(`(?i)\b(meets?|met|handed|knows? of|lets? go)\b|\bhands (it|them|over|out)\b`)},
	{"those that", regexp.MustCompile(`(?i)\b(those|that) of\b|\bthose (that|who|which)\b|\bthe one (that|of)\b`)},
	{"of which", regexp.MustCompile(`(?i)\b(of|by) which\b`)},
	{"the others", regexp.MustCompile(`(?i)\bthe others\b`)},
	{"goes on", regexp.MustCompile(`(?i)\b(goes|going|went|gone) (on|over|by|back)\b`)},
	{"state that is over", regexp.MustCompile(`(?i)\b(is|are) over([.,;:()]|$)|\bin the end\b|\bwithout end\b`)},
	{"at once", regexp.MustCompile(`(?i)\bat (once|sight)\b|\bin a moment\b`)},
	{"beside", regexp.MustCompile(`(?i)\b(beside|aside|all but|in vain|by hand|on the way)\b`)},
	{"stands for", regexp.MustCompile(`(?i)\b(stands? for|left out|given up|is worth)\b`)},
	{"fewest", regexp.MustCompile(`(?i)\b(is|are) the (most|least|fewest)\b|\bfewest\b`)},
	{"the own", regexp.MustCompile(`(?i)\bthe own\b|\b(nobody|anybody)\b`)},
	{"it finds", regexp.MustCompile(`(?i)\b(finds?|comes?|came) (what|how|to|from|of|again)\b`)},
	{"where that", regexp.MustCompile(`(?i)\bwhere (that|there|this)\b`)},
}
