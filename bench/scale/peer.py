"""The peers' side of bench/scale: python peer.py TASK ARGS. Prints what was done, and its elapsed and processor time."""
import contextlib, json, os, resource, shutil, sys, time

task, args = sys.argv[1], json.loads(sys.argv[2])


def used():
    return sum(r.ru_utime + r.ru_stime for r in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


@contextlib.contextmanager
def timed(**more):
    wall, cpu = time.perf_counter(), used()
    yield more
    more.update(seconds=time.perf_counter() - wall, cpu_seconds=used() - cpu)
    print(json.dumps(more), flush=True)


def fresh(name):
    path = os.path.join(args["dir"], name)
    shutil.rmtree(path, ignore_errors=True)
    for p in (path, path + ".wal"):
        if os.path.exists(p):
            os.remove(p)
    return path


def ladybug():
    """COPY of the pages and links that lead to a page, titles being the keys."""
    import ladybug as lb
    c = lb.Connection(lb.Database(fresh("ladybug"), buffer_pool_size=2 << 30))
    c.set_max_threads_for_exec(os.cpu_count())
    with timed() as out:
        c.execute("CREATE NODE TABLE Page(title STRING, text STRING, PRIMARY KEY(title))")
        c.execute("CREATE REL TABLE Link(FROM Page TO Page)")
        for table, file in ("Page", "pages.tsv"), ("Link", "links.tsv"):
            c.execute(f"COPY {table} FROM '{args['tables']}/{file}' (HEADER=false, DELIM='\\t', file_format='csv')")
    out["links"] = c.execute("MATCH ()-[l:Link]->() RETURN count(*)").get_next()[0]


def tantivy():
    import tantivy
    b = tantivy.SchemaBuilder()
    b.add_text_field("title", stored=True, tokenizer_name="en_stem")
    b.add_text_field("text", stored=False, tokenizer_name="en_stem")
    path = fresh("tantivy")
    os.makedirs(path)
    with timed() as out:
        index = tantivy.Index(b.build(), path=path)
        w = index.writer(heap_size=400_000_000, num_threads=os.cpu_count())
        n = 0
        with open(args["texts"]) as f:
            for n, line in enumerate(f, 1):
                d = json.loads(line)
                w.add_document(tantivy.Document(title=d["title"], text=d["text"]))
        w.commit()
        w.wait_merging_threads()
        out["pages"] = n


def wikiextractor():
    import subprocess
    with timed():
        for _ in range(args["times"]):
            subprocess.run([sys.executable, "-m", "wikiextractor.WikiExtractor", "-q", "--no-templates", "--processes", str(os.cpu_count()), "-o", "-", args["xml"]],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def mwparserfromhell():
    import mwparserfromhell as mw
    import xml.etree.ElementTree as et
    with timed(links=0, characters=0) as out:
        for _ in range(args["times"]):
            for _, e in et.iterparse(args["xml"]):
                if e.tag.endswith("}text") or e.tag == "text":
                    code = mw.parse(e.text or "")
                    out["links"] += len(code.filter_wikilinks())
                    out["characters"] += len(code.strip_code())
                    e.clear()


globals()[task]()
