package page

import (
	"strings"
	"testing"

	_ "zermelo/games/gamestest"
)

func TestBundleHasEachModuleOnceAfterItsImports(t *testing.T) {
	script, err := bundle(map[string]string{
		"a.js":   "import * as all from './b.js';\nimport {\n  one,\n  two as second,\n} from './c-d.js';\nall.b(one, second);\n",
		"b.js":   "import { one } from './c-d.js';\nexport async function b() {}\nexport class K {}\n",
		"c-d.js": "export const one = 1;\nconst deux = 2;\nexport { deux as two };\n",
	}, "a.js")
	if err != nil {
		t.Fatal(err)
	}
	const want = `const $c_d_js = (() => {
const one = 1;
const deux = 2;


return { one, two: deux };
})();
const $b_js = (() => {
const { one } = $c_d_js;
async function b() {}
class K {}

return { b, K };
})();
const all = $b_js;
const {
  one,
  two: second,
} = $c_d_js;
all.b(one, second);
`
	if script != want {
		t.Errorf("the script is\n%s", script)
	}
}

// TestBundleRejectsWhatItCannotJoin gives modules that would work in a browser alone.
func TestBundleRejectsWhatItCannotJoin(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"import { b } from './b.js';", "import './a.js';", "a.js imports b.js imports a.js"},
		{"import { b } from './c.js';", "", "there is no module c.js"},
		{"import b from './b.js';", "", "want import"},
		{"import { b } from './b.js';", "export let b = 1;", "want import"},
		{"import { b } from './b.js';", "export default 1;", "want import"},
	} {
		if _, err := bundle(map[string]string{"a.js": test.a, "b.js": test.b}, "a.js"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, want %s", test.a, test.b, err, test.want)
		}
	}
}
