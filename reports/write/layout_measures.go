package write

import (
	"slices"
	"strings"

	"zermelo/reports/measure"
	"zermelo/reports/model"
	"zermelo/reports/words"
)

// addMeasures adds the section of the measures, if they were asked for.
func addMeasures(d *document, r *model.Report) {
	if blocks := measureBlocks(r); blocks != nil {
		d.add("Measures", blocks...)
	}
}

// measureBlocks are the measures, or why there are none; nil if they were not
// asked for.
func measureBlocks(r *model.Report) []block {
	if r.NotMeasured != "" {
		return []block{paragraph("Not measured: " + r.NotMeasured + ".")}
	}
	if r.Measures == nil {
		return nil
	}
	t := newTable("", ">")
	if r.Explained != nil {
		t = newTable("", ">", "what it says")
	}
	for _, m := range measure.Explain(r.Measures, r.Roles) {
		t.add([]string{m.Name, m.Value, m.Explanation}[:len(t.head)]...)
	}
	return append([]block{t}, undefinedBlocks(r.Measures.Undefined)...)
}

// undefinedBlocks say which measures have no meaning, those with one reason
// together.
func undefinedBlocks(list []measure.Undefined) (blocks []block) {
	for len(list) > 0 {
		why, names := list[0].Why, []string{}
		list = slices.DeleteFunc(slices.Clone(list), func(u measure.Undefined) bool {
			if u.Why == why {
				names = append(names, u.Measure)
			}
			return u.Why == why
		})
		blocks = append(blocks, paragraph(words.Sentence(strings.Join(names, ", ")+": not measured, as "+why)))
	}
	return blocks
}
