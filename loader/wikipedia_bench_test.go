package loader_test

import (
	"bytes"
	"compress/bzip2"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
)

// BenchmarkParseWikipediaXML parses the 206 pages of the sample on one core; bytes are those of the XML.
func BenchmarkParseWikipediaXML(b *testing.B) {
	packed, err := os.ReadFile(data(b, "wikipedia_xml", "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"))
	if err != nil {
		b.Fatal(err)
	}
	xml, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(packed)))
	if err != nil {
		b.Fatal(err)
	}
	pages := strings.SplitAfter(string(xml), "</page>")
	pages = pages[:len(pages)-1]
	b.SetBytes(int64(len(xml)))
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			if _, err := loader.ParseWikipediaXML(p[strings.Index(p, "<page>"):]); err != nil {
				b.Fatal(err)
			}
		}
	}
}
