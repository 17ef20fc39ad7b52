package loader

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// xmlEncoding matches the encoding that an XML declaration names.
var xmlEncoding = regexp.MustCompile(`^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']`)

// decoded returns the text of an XML file in UTF-8. Head is its beginning, which names its encoding or else is UTF-8.
func decoded(in io.Reader, head []byte) (io.Reader, error) {
	m := xmlEncoding.FindSubmatch(head)
	if m == nil || strings.EqualFold(string(m[1]), "utf-8") {
		return in, nil
	}
	e, err := htmlindex.Get(string(m[1]))
	if err != nil {
		return nil, fmt.Errorf("the encoding %q is not known; convert the file to UTF-8, and its declaration", m[1])
	}
	return transform.NewReader(in, e.NewDecoder()), nil
}
