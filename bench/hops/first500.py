"""Turns a run over HotpotQA's first 500 questions into questions with their gold pages:

    python3 bench/hops/first500.py $DATA/hotpotqa_first500/bm25_results.csv.gz > first500.jsonl
"""
import csv
import gzip
import json
import sys

csv.field_size_limit(1 << 24)
with gzip.open(sys.argv[1], "rt", encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file):
        if row["setting"] == "pooled":
            print(json.dumps({"id": row["example_id"], "question": row["question"], "type": row["question_type"],
                              "level": row["level"], "pages": row["gold_titles"].split(" | ")}, ensure_ascii=False))
