package loader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// detectBytes is the number of bytes from which the format of a file is detected.
const detectBytes = 1 << 18

// detectFile detects the format of a file by its content, whatever its name and compression. The only folder that it
// recognises is a Wikispeedia corpus. Errors wrap errEmpty, errBinary or ErrFormat and say what the file seems to be.
func detectFile(path string) (string, error) {
	if isWikispeedia(path) {
		return formatWikispeedia, nil
	}
	in, err := openInput(context.Background(), path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	head := make([]byte, detectBytes)
	n, err := io.ReadFull(in, head)
	format := ""
	switch {
	case err != nil && n == 0 && !errors.Is(err, io.EOF):
		err = truncated(err)
	case bytes.HasPrefix(head, []byte(sqliteMagic)) && in.compression == "" && !isStream(path):
		format, err = detectSQLite(path)
	default:
		format, err = detect(head[:n], path)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return format, nil
}

// detect detects the format from the beginning of the content.
func detect(head []byte, name string) (string, error) {
	if isTar(head) {
		return "", fmt.Errorf("%w: it is an archive; unpack it and load the folder", ErrFormat)
	}
	if bytes.HasPrefix(head, []byte(sqliteMagic)) {
		const want = "an SQLite database must be decompressed, and can not come from standard input"
		return "", fmt.Errorf("%w: %s", ErrFormat, want)
	}
	if err := unreadable(head); err != nil {
		return "", err
	}
	first := afterSpace(head)
	switch first[0] {
	case '{', '[':
		return detectJSON(first)
	case '<':
		return detectMarkup(first[:min(len(first), 4096)])
	}
	line, rest, _ := bytes.Cut(first, []byte("\n"))
	if strings.Contains(strings.ToLower(filepath.Base(name)), "redirect") {
		for bytes.HasPrefix(line, []byte("#")) { // a comment
			line, rest, _ = bytes.Cut(afterSpace(rest), []byte("\n"))
		}
		if bytes.Count(line, []byte("\t")) == 1 {
			return formatRedirects, nil
		}
	}
	const want = "want a dump, HTML, Markdown or JSON with title and text, or a table whose columns --map names"
	return "", fmt.Errorf("%w: %s", ErrFormat, want)
}

// detectMarkup distinguishes dumps, rendered pages and other XML.
func detectMarkup(head []byte) (string, error) {
	if bytes.Contains(head, []byte("<mediawiki")) || bytes.HasPrefix(head, []byte("<page>")) {
		return formatWikipedia, nil
	}
	if bytes.HasPrefix(head, []byte("<?xml")) && !bytes.Contains(head, []byte("<html")) {
		return "", fmt.Errorf("%w: it looks like XML", ErrFormat)
	}
	return formatHTML, nil
}

// detectJSON detects the format by the keys of the first record, or by the first keys if the record is broken or longer
// than detectBytes.
func detectJSON(text []byte) (string, error) {
	keys, err := firstKeys(text)
	has := func(k string) bool { return keys[k] }
	switch {
	case has("claim"):
		return "", fmt.Errorf("%w: it looks like a claims file; use it with hop or verify --claims", ErrFormat)
	case has("question") && (has("context") || has("paragraphs")):
		return formatQuestions, nil
	case has("title") && has("order"):
		return formatFEVEROUS, nil
	case has("title") && has("text_with_links"):
		return formatHotpotQA, nil
	case has("title"), has("text") && !has("lines"), has("sentences"), has("paragraph_text"):
		return formatPassages, nil
	case has("id") && has("lines"):
		return formatFEVER, nil
	case err != nil || len(keys) == 0:
		return formatPassages, nil // a broken first line is refused with its place
	}
	return "", fmt.Errorf("%w: its records have no title", ErrFormat)
}

// firstKeys returns the keys of the first object of a JSON text, up to the first error.
func firstKeys(text []byte) (map[string]bool, error) {
	keys := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(text))
	if text[0] == '[' {
		if _, err := d.Token(); err != nil {
			return keys, err
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return keys, err
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return keys, err
		}
		if k, ok := t.(string); ok {
			keys[k] = true
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return keys, err
		}
	}
	return keys, nil
}

// The formats that can be loaded. Input.Format takes them as strings.
const (
	formatAuto        = "auto"        // detected from the content
	formatPassages    = "passages"    // {title, text | sentences | paragraph_text}, JSON lines or a JSON list
	formatFEVEROUS    = "feverous"    // pages of the FEVEROUS dump, JSON lines or SQLite
	formatWikispeedia = "wikispeedia" // articles as text files, and links.tsv
	formatHotpotQA    = "hotpotqa"    // HotpotQA's dump of introductions, JSON lines with text_with_links
	formatHoVer       = "hover"       // HoVer's SQLite database of introductions
	formatQuestions   = "questions"   // questions with their paragraphs: HotpotQA, 2WikiMultihopQA, MuSiQue
	formatFEVER       = "fever"       // FEVER's wiki-pages, JSON lines or SQLite
	formatHTML        = "html"        // rendered pages, N.html with its title in N.json
	formatMarkdown    = "markdown"    // pages in Markdown with wikilinks or relative links
	formatWikipedia   = "wikipedia"   // a MediaWiki's pages-articles.xml
	formatRedirects   = "redirects"   // alias TAB title
)

// Formats returns the formats of pages: all values of Input.Format except Redirects.
func Formats() []string {
	return []string{formatAuto, formatHotpotQA, formatQuestions, formatHoVer, formatFEVER, formatFEVEROUS,
		formatPassages, formatWikispeedia, formatWikipedia, formatHTML, formatMarkdown}
}
