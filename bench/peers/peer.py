"""The peers' side of bench/peers: python -c peer.py TASK ARGS.json. Prepares, prints {}, and answers every line with a round."""
import itertools, json, os, sys, time

task = sys.argv[1]
with open(sys.argv[2]) as given:
    args = json.load(given)


def say(**values):
    print(json.dumps(values), flush=True)


def serve(queries, do, answer=lambda x: x):
    """Answers each "go" with the time of every query and, off the clock, what came out."""
    say()
    for _ in sys.stdin:
        times, out = [], []
        for q in queries:
            start = time.perf_counter_ns()
            got = do(q)
            times.append(time.perf_counter_ns() - start)
            out.append(got)
        say(ns=times, answers=[answer(x) for x in out])


def texts(path):
    with open(path) as f:
        for line in f:
            yield json.loads(line)


def tantivy_index(path, source):
    import tantivy
    b = tantivy.SchemaBuilder()
    b.add_integer_field("n", stored=True, fast=True)
    b.add_text_field("title", stored=True, tokenizer_name="raw")
    b.add_text_field("text", stored=task == "build", tokenizer_name="en_stem")
    os.makedirs(path, exist_ok=True)
    index = tantivy.Index(b.build(), path=path)
    w = index.writer(heap_size=400_000_000, num_threads=1)
    for n, d in enumerate(texts(source)):
        w.add_document(tantivy.Document(n=n, title=d["title"], text=d["text"]))
    w.commit()
    w.wait_merging_threads()
    index.reload()
    return index


def plain(claim):
    return "".join(c if c.isalnum() else " " for c in claim)


def run_tantivy():
    import shutil, tantivy
    path = os.path.join(args["dir"], "tantivy")
    shutil.rmtree(path, ignore_errors=True)
    index = tantivy_index(path, args["texts"])
    s = index.searcher()

    def search(claim):  # count=False lets it prune
        return s.search(index.parse_query(plain(claim), ["text"]), 20, count=False).hits

    serve(args["claims"], search, lambda hits: " ".join(str(s.doc(a)["n"][0]) for _, a in hits))


def run_tantivy_load():
    import shutil
    path = os.path.join(args["dir"], "tantivy")
    say()
    for _ in sys.stdin:
        shutil.rmtree(path, ignore_errors=True)
        start = time.process_time_ns()  # of all threads
        tantivy_index(path, args["texts"])
        say(ns=[time.process_time_ns() - start])


def run_bm25s():
    import bm25s, Stemmer
    stemmer = Stemmer.Stemmer("english")
    def tokens(x):
        return bm25s.tokenize(x, stopwords="en", stemmer=stemmer, show_progress=False)
    r = bm25s.BM25()
    r.index(tokens([d["text"] for d in texts(args["texts"])]), show_progress=False)
    serve(args["claims"], lambda c: r.retrieve(tokens(c), k=20, n_threads=1, show_progress=False)[0],
          lambda docs: " ".join(str(n) for n in docs[0]))


def ladybug():
    import ladybug as lb
    fresh = not os.path.exists(args["db"])
    c = lb.Connection(lb.Database(args["db"], buffer_pool_size=2 << 30))
    c.set_max_threads_for_exec(os.cpu_count())
    c.set_query_timeout(0 if fresh else 20_000)
    if fresh:
        c.execute("CREATE NODE TABLE Page(id INT64, PRIMARY KEY(id))")
        c.execute("CREATE REL TABLE Link(FROM Page TO Page)")
        t = args["tables"]
        c.execute(f"COPY Page FROM '{t}/pages.csv' (HEADER=false)")
        c.execute(f"COPY Link FROM '{t}/links.csv' (HEADER=false)")
        c.set_query_timeout(20_000)
    return c


def run_ladybug_paths():
    c = ladybug()
    k, most = args["k"], args["hops"]
    # All shortest paths are its own search; those longer by a link or more it has to enumerate.
    shortest = c.prepare(f"MATCH (a:Page)-[e:Link* ALL SHORTEST 1..{most}]->(b:Page) WHERE a.id = $a AND b.id = $b RETURN length(e), properties(nodes(e), 'id')")
    def paths(pair):
        rows = c.execute(shortest, {"a": pair[0], "b": pair[1]}).get_all()
        found = {tuple(r[1]): r[0] for r in rows}  # links that are there twice make one path
        if found and len(found) < k:
            n = min(found.values())
            while len(found) < k and n < most:
                n += 1
                q = f"MATCH (a:Page)-[e:Link* ACYCLIC {n}..{n}]->(b:Page) WHERE a.id = {pair[0]} AND b.id = {pair[1]} RETURN DISTINCT length(e), properties(nodes(e), 'id') LIMIT {k}"
                try:
                    rows = c.execute(q).get_all()
                except RuntimeError:  # it takes longer than 20 seconds
                    break
                for r in rows:
                    found[tuple(r[1])] = r[0]
        return found
    def answer(found):
        return " ".join(str(n) for n in sorted(found.values())[:k])
    serve([tuple(p) for p in args["pairs"]], paths, answer)


def run_networkx():
    import csv, networkx as nx
    g = nx.DiGraph()
    with open(os.path.join(args["tables"], "links.csv"), newline="") as f:
        g.add_edges_from((int(a), int(b)) for a, b in csv.reader(f) if a != b)
    def paths(pair):
        return list(itertools.islice(nx.shortest_simple_paths(g, *pair), args["k"]))
    serve(args["pairs"], paths, lambda found: " ".join(str(len(p) - 1) for p in found if len(p) - 1 <= args["hops"]))


class Judge:
    """The shipped model by onnxruntime and tokenizers."""

    def __init__(self, folder, threads, most):
        import numpy, onnxruntime as ort
        from tokenizers import Tokenizer
        self.np = numpy
        o = ort.SessionOptions()
        o.intra_op_num_threads = threads
        path = next(p for p in (os.path.join(folder, x) for x in ("model.onnx", "onnx/model.onnx", "model_quantized.onnx")) if os.path.exists(p))
        self.session = ort.InferenceSession(path, o, providers=["CPUExecutionProvider"])
        self.names = [i.name for i in self.session.get_inputs()]
        with open(os.path.join(folder, "config.json")) as f:
            labels = json.load(f)["id2label"]
        self.labels = [labels[str(i)].lower() for i in range(len(labels))]
        self.tok = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tok.no_padding()
        self.tok.enable_truncation(most, strategy="only_first")

    def rows(self, encodings):
        np, n = self.np, max(len(e.ids) for e in encodings)
        ids, mask, kinds = (np.zeros((len(encodings), n), np.int64) for _ in range(3))
        for i, e in enumerate(encodings):
            k = len(e.ids)
            ids[i, :k], mask[i, :k], kinds[i, :k] = e.ids, 1, e.type_ids
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": kinds}
        return self.session.run(None, {n: feed[n] for n in self.names})[0]

    def logits(self, pairs, batch):
        np = self.np
        e = self.tok.encode_batch([tuple(p) for p in pairs])
        return np.concatenate([self.rows(e[lo:lo + batch]) for lo in range(0, len(e), batch)])


def run_build():
    if not os.path.exists(args["index"]):
        tantivy_index(args["index"], args["texts"])
    serve([], None)


FEVER = {"entailment": "SUPPORTS", "contradiction": "REFUTES", "neutral": "NOT ENOUGH INFO"}


def run_whole():
    import tantivy
    from concurrent.futures import ThreadPoolExecutor
    index = tantivy.Index.open(args["index"])
    s = index.searcher()
    plainly = args["way"] == "batches"  # batches of 32 in the order of the claims, one session with all threads
    judge = Judge(args["model"], os.cpu_count() if plainly else 1, 256)
    joined = args["way"] != "pages"

    def premises(claim):
        want = set(plain(claim).lower().split())
        pages = []
        for _, a in s.search(index.parse_query(plain(claim), ["text"]), 3 if joined else 5, count=False).hits:
            d = s.doc(a)
            lines = [x for x in d["text"][0].split("\n")[1:] if x]
            best = sorted(range(len(lines)), key=lambda i: -len(want & set(plain(lines[i]).lower().split())))[:3 if joined else 5]
            pages.append("[" + d["title"][0] + "] " + " ".join(lines[i] for i in sorted(best)))
        return [" ".join(pages)] if joined else pages

    def label(x):
        np = judge.np
        p = np.exp(x - x.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        return FEVER[judge.labels[int(p.max(0).argmax())]]

    def verdict(claim):
        texts = premises(claim)
        if not texts:
            return "NOT ENOUGH INFO"
        return label(judge.np.concatenate([judge.logits([(t, claim)], 1) for t in texts]))

    def batches(claims):
        pairs = [("".join(premises(c)), c) for c in claims]
        x = judge.logits(pairs, 32)
        return [label(x[i:i + 1]) if p[0] else "NOT ENOUGH INFO" for i, p in enumerate(pairs)]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        say()
        for _ in sys.stdin:
            out = batches(args["claims"]) if plainly else list(pool.map(verdict, args["claims"]))
            say(ns=[0], answers=out)


globals()["run_" + task.replace("-", "_")]()
