package main

import "slices"

// steps returns the study: stores, claims that people wrote, generated queries.
func (s *study) steps() []step { return slices.Concat(s.stores(), s.human(), s.generated()) }

func (s *study) stores() []step {
	load := func(name string, args ...string) step {
		return step{name, [][]string{append([]string{"load", "--quiet", "--store", s.in(name)}, args...)}}
	}
	return []step{
		load("intro", "--infer-links", s.at("hotpotqa/hotpot_context_corpus.jsonl.bz2"), s.at("2wikimultihopqa/context_corpus.jsonl"),
			s.at("hotpotqa_first500/pooled_corpus_validation_500_title_text.jsonl"), s.at("2wikimultihopqa/2wikimultihopqa_corpus.json")),
		load("2wiki", "--infer-links", s.at("2wikimultihopqa/context_corpus.jsonl"), s.at("2wikimultihopqa/2wikimultihopqa_corpus.json")),
		load("musique", "--infer-links", s.at("musique/context_corpus.jsonl.gz")),
		load("feverous", "--format", "passages", s.at("feverous/evidence_pool.jsonl")),
		load("wikispeedia", s.at("wikispeedia")),
	}
}

// human returns the claims and questions that people wrote.
func (s *study) human() []step {
	set := func(name, file, store string) []string {
		v := name + "=" + s.at(file)
		if store != "" {
			v += "," + s.in(store)
		}
		return []string{"--set", v}
	}
	report := append([]string{"shapes", "report", "--quiet", "--seed", "1", "--out", s.in("report")},
		slices.Concat(set("hover", "hover/hover_dev_release_v1.1.shared.json", "intro"),
			set("musique", "musique/musique_ans_dev_subset.jsonl.gz", "musique"),
			set("exfever", "exfever/test.shared.csv", ""), set("feverous", "feverous/dev.shared.json", "feverous"),
			set("2wiki", "2wikimultihopqa/dev_subset.json", "2wiki"))...)
	verdicts := append([]string{"shapes", "report", "--quiet", "--verdicts", "--seed", "1", "--out", s.in("judged")},
		slices.Concat(set("feverous", "feverous/dev.shared.json", "feverous"),
			set("hover", "hover/hover_dev_release_v1.1.shared.json", ""))...)
	return []step{{"report", [][]string{report}}, {"judged", [][]string{verdicts}}}
}

// generated are queries made of pages, found and compared with what they were made of.
func (s *study) generated() []step {
	make := func(store, name, pages string, n int, more ...string) []string {
		return append([]string{"shapes", "generate", "--quiet", "--store", s.in(store), "--shape", "both", "--pages", pages,
			"--n", s.n(n), "--seed", "1", "--out", s.in(name + ".jsonl")}, more...)
	}
	find := func(store, name, step string, more ...string) [][]string {
		found := s.in(step + ".hops.jsonl")
		return [][]string{
			append([]string{"hop", "--quiet", "--store", s.in(store), "--claims", s.in(name + ".jsonl"), "--out", found,
				"-k", "1"}, more...),
			{"shapes", "--quiet", "--seed", "1", "--claims", s.in(name + ".jsonl"), "--pred", found, "--pictures", s.in(step)},
		}
	}
	found := func(store, name, pages string, n int, more ...string) step {
		return step{name, append([][]string{make(store, name, pages, n, more...)}, find(store, name, name)...)}
	}
	return []step{
		found("intro", "two", "2-3", 5000), found("intro", "four", "4", 5000), found("intro", "six", "5-6", 2000),
		found("intro", "few", "2-4", 250), {"few-tfidf", find("intro", "few", "few-tfidf", "--planner", "tfidf")},
		found("intro", "short", "4", 1000, "--words", "4"), {"short-tfidf", find("intro", "short", "short-tfidf", "--planner", "tfidf")},
		found("wikispeedia", "schools", "4", 1000),
	}
}
