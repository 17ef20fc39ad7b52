package main

import "strings"

// set returns the words of a text.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// anyOf returns a regular expression that matches one of the words of a text.
func anyOf(words string) string { return "(?:" + strings.Join(strings.Fields(words), "|") + ")" }

// pairs returns what stands before and behind the colon of each line.
func pairs(lines string) (out [][2]string) {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		a, b, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out = append(out, [2]string{a, b})
	}
	return out
}

// dull are nouns that don't say what a thing is.
var dull = set(`
name term word part member type form one series group number result use kind way act process list combination example area branch
system unit set variety class body piece pair issue description article figure response modification conjunction layer offspring
genus species breed family order study practice concept period era century year event method subject field title position version
case`)

// sorts are nouns that say it together with what follows: "breed of dog".
var sorts = set(`
genus species breed type kind form variety class`)

// vague are words whose meaning stands outside the sentence.
var vague = set(`
this these those such it they them their theirs him former latter following above below here there another other others both however
same themselves itself himself herself we our you i us she he itself what thus therefore respectively also approximately circa
called named who which so then nickname only somewhat`)

// verbs begin predicates, beside what ends in -ed.
var verbs = set(`
kept sent paid read rode spread bound bred dug drank ate fled lent lay
is was has had became won wrote made built led lies stands contains borders covers includes flows rises lives eats grows forms runs
separates consists produces occurs belongs holds houses hosts serves connects links crosses measures weighs orbits feeds breeds
nests inhabits ranges takes gives gave took left lost fought found held began came went got met saw spent taught broke brought
bought sold sank sang rose fell grew ran drew drove flew hid knew spoke stood swam threw wore set put cut hit let overthrew withdrew
shot struck understood`)

// weak are words that no statement ends in.
var weak = set(`
the a an of in on at to by for from with as and or was is were are be been had has very most more one two three first second only
about over under than into between at its his her all any some`)

// personal are the nouns of categories that a person may have.
var personal = set(`
president monarch writer politician figure sportsman musician artist inventor celebrity philosopher soldier explorer scientist
scholar mathematician chemist pioneer`)

// prepositions may stand before a page's name.
var prepositions = set(`
of in by to from at on for with as near through into after before against under over around during towards`)

// renames are verbs before a name that stands for itself.
var renames = set(`
renamed called named titled entitled considered`)

// synonyms are other words for what articles say.
var synonyms = pairs(`
was born in: came into the world in
is located in: lies in
was located in: lay in
is situated in: lies in
was built: was put up
was constructed: was built
was founded: was set up
was established: was set up
was released: came out
was published: came out
died in: passed away in
is home to: houses
was awarded: received
won: was the winner of
was appointed: was made
became part of: joined
was named after: got its name from
is named after: takes its name from
was married to: had as spouse
moved to: went to live in
studied at: was a student at
was educated at: went to school at
was discovered: was first found
was written by: came from the pen of
attended: was a student at
was opened: opened
borders: is next to
consists of: is made up of
contains: holds
was known as: went by the name of
is known as: goes by the name of
was invented by: was an idea of
was designed by: was the work of
film: motion picture
film: movie
author: writer
physician: doctor
monarch: ruler
approximately: about
whilst: while
large: big
many: a lot of
produced: made
purchased: bought
began: started
is the capital of: is the seat of government of`)

// categoryNouns are what articles are, by Wikispeedia's categories, for those whose lead doesn't say it. The first that stands in an
// article's category decides.
var categoryNouns = pairs(`
Countries: country
Birds: bird
Mammals: mammal
Chemical_elements: chemical element
Dinosaurs: dinosaur
The_Planets: planet
USA_Presidents: president
Monarchs_of_Great_Britain: monarch
Writers_and_critics: writer
Political_People: politician
Historical_figures: historical figure
Sports_and_games_people: sportsman
People.Performers_and_composers: musician
Religious_figures_and_leaders: religious figure
People.Artists: artist
Engineers_and_inventors: inventor
Actors_models_and_celebrities: celebrity
Philosophers: philosopher
Military_People: soldier
Geographers_and_explorers: explorer
Astronomers_and_physicists: scientist
Human_Scientists: scholar
Mathematicians: mathematician
Chemists: chemist
Computing_People: computer pioneer
Insects_Reptiles_and_Fish: animal
Plants: plant
Chemical_compounds: compound
Languages: language
Novels: novel
Everyday_life.Films: film
Natural_Disasters: disaster
Storms: storm
Space_transport: spacecraft
Musical_Recordings_and_compositions: recording
Musical_Instruments: instrument
Computer_and_Video_games: video game
Television: television programme
Cartoons: cartoon
Divinities: deity
Religious_texts: text
Companies: company
Currency: currency
Peoples: people
Sports_teams: team
Drink: drink
Religious_movements: religion
Railway_transport: railway
Mineralogy: mineral
Food_and_agriculture: food
Software: program
Sports_events: event
Everyday_life.Sports: sport
Games: game
Air_and_Sea_transport: craft
Geography_of_Great_Britain: British place
European_Geography: European place
North_American_Geography: American place
African_Geography: African place
Geography_of_Asia: Asian place
Central_and_South_American_Geography: South American place
Geography_of_Oceania_Australasia: place in Oceania`)

// kindEnds match words that end what a lead says its subject is.
var kindEnds = anyOf(`
of in on at that which who whose where from for by with located situated found native to between near and or known as belonging
published used written made off during lying composed based built consisting produced about against within when under covering
comprising set north south east west now once first`)

// adjectives match what is left of "a small and rocky island", beside its endings.
var adjectives = anyOf(`
born spoken called named small large major new old young self half free first second dark light short long great`)

// tailEnds match words that end what follows that.
var tailEnds = anyOf(`
and that which who whose where but or when is was has because while it its he his usually often`)

// conjunctions match words that may begin another statement.
var conjunctions = anyOf(`
and but although though because while when whereas where which who whose until since if that`)

// openings match words that begin what stands before a main clause.
var openings = anyOf(`
In On By From After Around At During With Following Before Since Until As When While Although Despite`)

// adverbs match words between a subject and its verb.
var adverbs = anyOf(`
also later then subsequently first now still currently originally officially soon eventually finally usually often again`)

// linkers match words at the beginning of a sentence that needs the one before.
var linkers = anyOf(`
But Moreover Also However One Two Three Some Many Another Today Thus Then Yet And So Most All Both Each Several`)

// common are nouns that refer to the subject of an article when "the" is before them.
var common = anyOf(`
country city island state party book town province region nation company film river`)

var (
	determiners = set(`the a an his her its`)
	clauses     = set(`and but which who where when while although though because whose`)
	activeVerbs = set(`won wrote founded led built`)
)
