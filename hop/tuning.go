package hop

// Settings chosen by measurement on train files and learning sides alone; bench/learn fits the weights (weights.go). The command
// above each block shows what changing it does.

// go run ./bench/hops STORE=CLAIMS, over the train questions of HotpotQA, 2WikiMultihopQA and MuSiQue: gold pages found, and time.
const (
	DefaultBeam = 16 // chains of several pages kept at each hop

	defaultSeeds    = 32  // pages found by their words alone
	defaultFanout   = 160 // links followed from a page in one direction
	defaultFrontier = 64  // new pages read at each hop

	mentionCandidates = 8   // pages of one name that are looked at
	maxMentioned      = 512 // pages of all names: the first hop tries every pair of them
	spellingPages     = 16  // pages by which one of several spellings is chosen
	rerankedChains    = 24  // chains of a question that are reranked

	sharedFirst = 4 // chains of one page around which shared names are looked for
	sharedLater = 1 // longer chains of a beam: more of them found no more right chains
	sharedNames = 8 // names of a chain's last page, rarest first
	sharedPages = 8 // pages taken for one chain

	anchorDistance = 6   // terms between a word and a link's anchor at which the word counts half
	rootLen        = 5   // letters that two words of one family share: director, directed
	rootWorth      = 0.7 // what a word of the same family counts near a link
	relatedWorth   = 0.6 // what a word of the same relation counts there

	flatShare = 0.003 // share of a flatter distribution in the ranking of pages
	flatter   = 4     // by how much its temperature is higher
)

// go run ./bench/whole -store STORE, over whole articles: the learning side of wikispeedia_claims.
const (
	articleFrontier = 32   // defaultFrontier for claims over whole articles
	commonNoun      = 0.5  // what a title that the claim has as common words ("the horse") counts, against a name
	idleCoverage    = 0.05 // share of the claim below which a page of a chain adds next to nothing
	leadSentences   = 2    // sentences in which a page says what it is
	leadTerms       = 6    // terms of an article's first sentence: before it come captions and lines of a box
	againLong       = 0.75 // what words that are cited already count in an element of an article
	leastOwn        = 0.25 // share of the claim for which an element of an article is cited beside others
)

// credits are what a term counts in a page's best passage, and in the two that add most to it: a claim is more likely about a
// page that has its words in one place. By bench/whole, too.
var credits = [...]float64{1, 0.5, 0.3}

// go run ./bench/learn -evidence, and bridgehop reproduce feverous-retrieval: the sentences that are cited.
const (
	leastShare    = 0.02 // share of the claim that an element must add to be cited as a page's second
	leastOdds     = -1.2 // log odds from which a sentence is cited for a claim: of four such one is gold
	againShort    = 0.25 // what words that are cited already count in an element of an introduction
	otherWords    = 4    // weight of an element's word that the claim has not, against the rarity of those that it has
	leadBonus     = 0.03 // for a page's first sentence
	linkBonus     = 0.08 // for an element that holds a link of the chain
	wholeRowCells = 8    // cells of the longest row of a table that is cited whole
)

// go run ./bench/hops -scorer neural: what a small model reads on one core in 60 ms, or in 150 where the processor has AVX2 alone.
const DefaultRescore = 3 // chains that a Scorer is asked about

// go run ./bench/neo4j counts round trips, go run ./bench/peers memory.
const (
	fewLinks   = 32       // links of a page that are read along with it
	cacheBytes = 48 << 20 // of pages, and of links, that are kept from claim to claim; twice as much at most
)

// saturation is the bound that Text.Weights grow towards (k1 + 1).
const saturation = 2.2
