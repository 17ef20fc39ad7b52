# make demo and make test do all of their own set-up on a machine with Go, gcc and Python's pip.
.PHONY: build demo test test-all test-neo4j-new torture torture-stores torture-serve torture-corpora browser race race-nightly vuln lint fuzz bench peers benchstat results study values clean

BIN      := bin/bridgehop
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS  := -s -w -X github.com/bridgehop/bridgehop/cli.Version=$(VERSION)
FUZZTIME ?= 20s
TORTURE  ?= 10m
COUNT    ?= 10
TESTFLAGS ?=
LINT     := .tools/golangci-lint

# The binary, and ONNX Runtime in the user's cache (fetched once, through pip, by pinned hash).
build: $(BIN)
	@$(BIN) setup --quiet

# go build knows better than make what changed.
.PHONY: $(BIN)
$(BIN):
	@go build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN) ./cli/bridgehop

demo: build
	@$(BIN) demo

# What a change breaks most often, in minutes. The tests that need a Neo4j server or the shared data, and long ones, say so and skip.
test: build
	go test -short -timeout 30m $(TESTFLAGS) ./...

# Every test.
test-all: build
	go test -timeout 60m $(TESTFLAGS) ./...

# The cookbook and what queries may do, on a server of the newest line of Neo4j, which needs Java 21 or 25 (JAVA_HOME): without it, it fails.
test-neo4j-new: build
	CI=true BRIDGEHOP_NEO4J_VERSION=2025.10.1 go test -count 1 -timeout 30m ./graph/neo4j -run 'TestReadsOnly|TestRecord|TestRuns'
	CI=true BRIDGEHOP_NEO4J_VERSION=2025.10.1 go test -count 1 -timeout 30m ./cli -run 'TestCookbook$$|TestCypher|TestRuns$$'

# Attacks of all kinds, each in at most 16 GB of addresses: stores damaged in 2,000 ways, where no command may answer otherwise or end
# without a remedy; a server asked at random for ten minutes, by clients that stall, leave and send too much; corpora of all kinds that are
# damaged or hostile. About half an hour.
torture: torture-stores torture-serve torture-corpora
torture-stores:
	ulimit -v 16000000; BRIDGEHOP_TORTURE=2000 go test -timeout 60m -count 1 -v ./cli -run 'TestTorturedStores$$'
torture-serve: build
	ulimit -v 16000000; CI=true BRIDGEHOP_FUZZ=$(TORTURE) go test -timeout 60m -count 1 -v -skip 'Browser|Examples' ./cli/serve
torture-corpora:
	ulimit -v 16000000; go test -timeout 60m -count 1 ./loader/... ./graph/search ./hop

# What the tests of the page need beside Chromium, which the system's packages have.
browser: .tools/node_modules/axe-core/axe.min.js
.tools/node_modules/axe-core/axe.min.js:
	npm install --silent --prefix .tools axe-core@4.10.3

# Without graph/neo4j, verify/onnx and most of cli: what takes minutes there is the server and the model, not code of ours. Without
# a minute of hostile texts, and a count of allocations, which the detector adds to.
race:
	go test -race -short -timeout 30m -skip 'TestHostileTexts|TestAppendTakesNoMemory' . $$(go list ./graph/... ./loader/... ./cli/score ./cli/study ./verify/values ./verify/onnx/internal/... | grep -v graph/neo4j) ./hop ./verify
	go test -race -short -timeout 20m ./cli -run 'TestScript/(hop|load|resume)$$'

# What is too slow for every change: a server of claims, the model, and a store on Neo4j. As in torture-serve, what a test lacks fails it.
race-nightly: build
	CI=true go test -race -p 1 -timeout 90m -skip 'Browser|Examples' ./cli/serve ./verify/onnx ./graph/neo4j

# Known faults of what the program is linked with; says so where the database of faults can't be reached.
vuln:
	@if curl -sSfo /dev/null --max-time 20 https://vuln.go.dev/index/db.json; then go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./cli/bridgehop; \
	else echo 'the database of faults can not be reached'; fi

lint: $(LINT)
	@test -z "$$(gofmt -l .)" || { echo 'gofmt these files:'; gofmt -l .; exit 1; }
	go vet ./...
	$(LINT) run ./...

$(LINT):
	GOBIN=$(CURDIR)/.tools go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

# Every fuzz target of the repository in turn.
fuzz:
	@for f in $$(grep -rlE '^func Fuzz' --include='*_test.go' .); do \
	  for t in $$(grep -oE '^func Fuzz[A-Za-z0-9_]+' $$f | cut -d' ' -f2); do \
	    echo "$$t in $$(dirname $$f)"; go test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) $$(dirname $$f) || exit 1; \
	  done; done

# The inner loops, and bridgehop beside its peers.
bench: build
	go test -run '^$$' -bench . -benchmem -count $(COUNT) ./...
	$(MAKE) peers

# Side by side with tantivy, bm25s, ladybug, networkx, tokenizers and onnxruntime, which it installs from PyPI into the
# user's cache; it prints a table. About twenty minutes; wants an idle machine.
peers: build
	go run ./bench/peers -count $(COUNT) $(PEERS)

# The inner loops against main; a report, no test.
benchstat:
	bench/stat.sh

# The figures of docs/results, each below the command that prints it, from the shared data; wants an idle machine for about an hour.
results: build
	go run ./bench/results $(RESULTS)

# The study of paths and stars, from the shared data: it writes docs/results/chain-vs-star*.md. At most 30 minutes on two cores. An
# interrupted study goes on; for a new one remove bin/study.
study: build
	go run ./bench/study -out bin/study

# What dates and numbers decide by themselves, from the shared data.
# The last row is of 2WikiMultihopQA's paragraphs as a wiki, in a store in bin.
values: build
	@bin/bridgehop load --quiet --infer-links --store bin/2wiki.bridgehop $(or $(BRIDGEHOP_DATA),../shared/data)/2wikimultihopqa/context_corpus.jsonl > /dev/null
	@go run ./bench/values -pool bin/2wiki.bridgehop

clean:
	rm -rf bin .tools
