package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

// handFiles are what somebody would write who has no use for bridgehop: their arguments and headers.
var handFiles = []struct{ name, argument, header string }{
	{"page.csv", "--nodes=Page", "id:ID(Page),title"},
	{"sentence.csv", "--nodes=Sentence", "id:ID(Sentence),n:long,text"},
	{"has_sentence.csv", "--relationships=HAS_SENTENCE", ":START_ID(Page),:END_ID(Sentence)"},
	{"mentions.csv", "--relationships=MENTIONS", ":START_ID(Sentence),:END_ID(Page),anchor"},
	{"links_to.csv", "--relationships=LINKS_TO", ":START_ID(Page),:END_ID(Page),count:long,anchor"},
}

// writeByHand writes the files for the same wiki straight from its pages, and returns the command that imports them.
func writeByHand(dir string, n, links int) (command string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	args := []string{"neo4j-admin", "database", "import", "full", "neo4j", "--overwrite-destination=true", "--id-type=string", "--trim-strings=false", "--read-buffer-size=16m"}
	var to [5]*bufio.Writer
	for i, f := range handFiles {
		file, ferr := os.Create(filepath.Join(dir, f.name))
		if ferr != nil {
			return "", ferr
		}
		to[i] = bufio.NewWriterSize(file, 1<<18)
		defer func() { err = errors.Join(err, to[i].Flush(), file.Close()) }()
		fmt.Fprintln(to[i], f.header)
		args = append(args, f.argument+"="+f.name)
	}
	ids := make([]string, n) // by number, so that no title is hashed twice
	for i := range ids {
		ids[i] = graph.NewPageID(fmt.Sprintf("Page %d", i), 0).String()
	}
	for i := range n {
		if err := handPage(&to, ids, i, graphtest.WikiPage(i, n, links)); err != nil {
			return "", err
		}
	}
	return strings.Join(args, " "), nil
}

func handPage(to *[5]*bufio.Writer, ids []string, i int, p *graph.Page) error {
	fmt.Fprintf(to[0], "%s,\"%s\"\n", ids[i], p.Title)
	counts, anchors := map[string]int{}, map[string]string{}
	var order []string
	for _, t := range p.Sentences {
		fmt.Fprintf(to[1], "%s_%d,%d,\"%s\"\n", ids[i], t.N, t.N, t.Text)
		fmt.Fprintf(to[2], "%s,%s_%d\n", ids[i], ids[i], t.N)
		for _, l := range t.Links {
			k, err := strconv.Atoi(strings.TrimPrefix(l.Target, "Page "))
			if err != nil {
				return err
			}
			fmt.Fprintf(to[3], "%s_%d,%s,\"%s\"\n", ids[i], t.N, ids[k], l.Anchor)
			if counts[ids[k]]++; counts[ids[k]] == 1 {
				order, anchors[ids[k]] = append(order, ids[k]), l.Anchor
			}
		}
	}
	for _, id := range order {
		fmt.Fprintf(to[4], "%s,%s,%d,\"%s\"\n", ids[i], id, counts[id], anchors[id])
	}
	return nil
}
