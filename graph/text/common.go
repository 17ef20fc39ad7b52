package text

import "strings"

// common are English words that often begin a sentence and are also titles of pages. At the start of a sentence their capital letter means
// nothing. Stop words are not listed.
var common = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(commonWords) {
		m[w] = true
	}
	return m
}()

const commonWords = `
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter
one two three four five six seven eight nine ten eleven twelve twenty hundred thousand million first second third fourth fifth last next
many most much more less few several some any every each all both none another other others such same own only just even also still yet
already always never often sometimes usually later earlier early late now then today yesterday tomorrow soon once twice again since
until before after during while although though because however therefore thus hence instead meanwhile moreover furthermore besides
according among amongst around along across against above below beneath beside beyond inside outside near within without throughout
toward towards upon via per despite unlike like about under over between through up down off out in on at by for from with into onto
can could may might must shall should will would do does did done has have had is are was were be been being
get gets got give gives given go goes going gone make makes made take takes taken come comes came see sees seen know known knows
say says said tell told think thought find finds found use uses used using show shows shown work works worked call called become became
begin began start started stop end ended follow follows following help play plays played run runs live lives lived
born died set based located situated named formed founded released directed written produced
people person man men woman women boy girl child children father mother brother sister son daughter king queen prince princess lord lady
president actor actress singer writer author director producer player team band group company school college university church army
police court government party war battle peace world country state city town village county district region area island river lake
mountain sea ocean valley bridge road street house home building castle tower park garden forest field station airport museum library
film movie song album single music book novel poem story play game show series episode season magazine newspaper journal news television
radio character love life death time day night year week month hour moment morning evening age century history future past
water fire earth air wind rain snow sun moon star stars sky light dark darkness shadow gold silver iron stone
red blue green black white yellow orange pink purple brown gray grey north south east west northern southern eastern western
good bad best better worst great big small large little long short high low old new young right left true false free full open
together alone away back forward home here there where when why how what who whom whose which that this these those
number name word words language letter letters line lines part parts piece place point side top bottom center centre middle
food bread milk wine beer coffee tea sugar salt rice fish bird birds dog dogs cat cats horse horses animal animals tree trees flower flowers
plant plants
species genus family order class members member model version type kind form type system science art law money power energy force
body head heart hand hands eye eyes face blood mind soul spirit god gods angel devil heaven hell ghost
help please hello goodbye yes no maybe ok okay please thanks dear
eat drink sleep walk talk speak read write sing dance swim drive fly fight win lose buy sell pay send bring carry hold keep leave stay turn
rush hurt help change break cut fall rise grow move push pull wait watch listen hear feel touch smell taste look
`
