package serve

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// revalidate is the Cache-Control of answers: clients keep them, and ask each time
// whether they still hold, as tables can be replaced.
const revalidate = "no-cache"

func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return b.Bytes(), nil
}

func sendJSON(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := encodeJSON(v)
	if err != nil {
		return err
	}
	return send(w, r, "application/json; charset=utf-8", tag(string(body)), body)
}

// send answers with a body, or with 304 if the client has it.
func send(w http.ResponseWriter, r *http.Request, kind, tag string, body []byte) error {
	if unchanged(w, r, tag) {
		return nil
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the client may be gone
	return nil
}

// unchanged sets the ETag of an answer. If the client has the answer already, it sends
// 304 and returns true.
func unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", revalidate)
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if have = strings.TrimSpace(have); have == tag || strings.TrimPrefix(have, "W/") == tag {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

// tag is the ETag of a text.
func tag(text string) string {
	sum := binary.BigEndian.AppendUint64(nil, xxhash.Sum64String(text))
	return `"` + hex.EncodeToString(sum) + `"`
}
