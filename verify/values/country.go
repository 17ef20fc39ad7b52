package values

import "strings"

// countryNames lists countries, of the past too, each with the words for its people. Names of one line count as one country.
const countryNames = `
afghanistan:afghan albania:albanian algeria:algerian andorra:andorran angola:angolan argentina:argentine,argentinian armenia:armenian
australia:australian austria:austrian azerbaijan:azerbaijani bahamas:bahamian bahrain:bahraini bangladesh:bangladeshi barbados:barbadian
belarus:belarusian,belarusan belgium:belgian belize:belizean benin:beninese bhutan:bhutanese bolivia:bolivian bosnia:bosnian
botswana:motswana brazil:brazilian brunei:bruneian bulgaria:bulgarian burkina_faso:burkinabé burundi:burundian cambodia:cambodian
cameroon:cameroonian canada:canadian chad:chadian chile:chilean china:chinese,people's_republic_of_china colombia:colombian
congo:congolese costa_rica:costa_rican croatia:croatian,croat cuba:cuban cyprus:cypriot czech_republic:czech,czechia
czechoslovakia:czechoslovak denmark:danish,dane djibouti:djiboutian dominican_republic:dominican ecuador:ecuadorian,ecuadorean
egypt:egyptian el_salvador:salvadoran england:english united_kingdom:british,uk,great_britain,britain estonia:estonian ethiopia:ethiopian
eritrea:eritrean fiji:fijian finland:finnish,finn france:french gabon:gabonese gambia:gambian georgia:georgian
germany:german,west_germany,west_german,east_german ghana:ghanaian greece:greek grenada:grenadian guatemala:guatemalan guinea:guinean
guyana:guyanese haiti:haitian honduras:honduran hong_kong:hong_kong hungary:hungarian iceland:icelandic india:indian indonesia:indonesian
iran:iranian,persian,persia iraq:iraqi ireland:irish israel:israeli italy:italian ivory_coast:ivorian jamaica:jamaican japan:japanese
jordan:jordanian kazakhstan:kazakhstani,kazakh kenya:kenyan kosovo:kosovan kuwait:kuwaiti kyrgyzstan:kyrgyzstani,kyrgyz laos:laotian
latvia:latvian lebanon:lebanese liberia:liberian libya:libyan liechtenstein:liechtenstein lithuania:lithuanian luxembourg:luxembourgish
madagascar:malagasy malawi:malawian malaysia:malaysian maldives:maldivian mali:malian malta:maltese mauritania:mauritanian
mauritius:mauritian mexico:mexican moldova:moldovan monaco:monegasque mongolia:mongolian montenegro:montenegrin morocco:moroccan
mozambique:mozambican myanmar:burmese,burma namibia:namibian nepal:nepalese,nepali netherlands:dutch,holland
new_zealand:new_zealand,new_zealander nicaragua:nicaraguan niger:nigerien nigeria:nigerian north_korea:north_korean norway:norwegian
oman:omani pakistan:pakistani palestine:palestinian panama:panamanian papua_new_guinea:papuan paraguay:paraguayan peru:peruvian
philippines:filipino,philippine poland:polish portugal:portuguese puerto_rico:puerto_rican qatar:qatari romania:romanian russia:russian
rwanda:rwandan samoa:samoan saudi_arabia:saudi scotland:scottish senegal:senegalese serbia:serbian,serb sierra_leone:sierra_leonean
singapore:singaporean slovakia:slovak slovenia:slovenian,slovene somalia:somali south_africa:south_african south_korea:south_korean
soviet_union:soviet,ussr spain:spanish sri_lanka:sri_lankan sudan:sudanese suriname:surinamese sweden:swedish switzerland:swiss
syria:syrian taiwan:taiwanese tajikistan:tajik tanzania:tanzanian thailand:thai togo:togolese trinidad_and_tobago:trinidadian
tunisia:tunisian turkey:turkish turkmenistan:turkmen uganda:ugandan ukraine:ukrainian united_arab_emirates:emirati
united_states:american,usa,us,u.s,united_states_of_america cape_verde:cape_verdean saint_lucia:saint_lucian antigua:antiguan
lesotho:basotho uruguay:uruguayan uzbekistan:uzbekistani,uzbek vatican:vatican venezuela:venezuelan vietnam:vietnamese wales:welsh
yemen:yemeni yugoslavia:yugoslav zambia:zambian zimbabwe:zimbabwean prussia:prussian ottoman_empire:ottoman macedonia:macedonian`

// countryWord is a word for a country: its name, or the word for its people.
type countryWord struct {
	country string
	people  bool // the word is one for its people
}

var countryWords = func() map[string]countryWord {
	out := map[string]countryWord{}
	for _, line := range strings.Fields(countryNames) {
		name, forms, _ := strings.Cut(line, ":")
		name = strings.ReplaceAll(name, "_", " ")
		out[name] = countryWord{name, false}
		for _, f := range strings.Split(forms, ",") {
			f = strings.ReplaceAll(f, "_", " ")
			if _, known := out[f]; !known {
				out[f] = countryWord{name, true}
			}
		}
	}
	return out
}()

// nation is a country that a text names.
type nation struct {
	countryWord
	at, end int // words
}

// nations returns the countries that a text names with a capital letter, in order. Of two in a row ("Austrian-born American") both count.
func nations(words []word) []nation {
	var out []nation
	for i := 0; i < len(words); i++ {
		if !words[i].upper {
			continue
		}
		text, found, end := words[i].text, countryWord{}, 0
		for n := 1; n <= 4 && i+n <= len(words); n++ {
			if w := words[i+n-1]; n > 1 && w.text == "." || n > 1 && words[i+n-2].text == "." {
				text += w.text
			} else if n > 1 {
				text += " " + w.text
			}
			if p, ok := countryWords[strings.TrimSuffix(text, "'s")]; ok {
				found, end = p, i+n
			}
		}
		if end > 0 {
			out = append(out, nation{found, i, end})
			i = end - 1
		}
	}
	return out
}
