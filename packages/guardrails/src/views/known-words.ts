/**
 * Common English words, and those that orders to a machine are made of. They say where a run of letters that lost its
 * spaces is to be cut, which of two readings of a digit is meant, and how English looks, letter by letter.
 */
const commonWords = `
a able about above accept access according account across act action active add address after again against age ago
agree air all allow almost alone along already also although always am among amount an and animal another answer any
anyone anything appear apply are area around arrive article as ask at available away back bad bank base be beautiful
because become bed been before began begin behind being believe below best better between big bill bit black blue board
body book both bottom box boy bring brother brought brown build building built business but buy by call called came can
cannot capital car card care carry case cat catch cause cell center central century certain chance change character
charge check child children choose church circle city class clean clear close cloud code cold collect color come common
community company complete computer condition consider contain continue control cook copy corner correct cost could
country course cover create credit cross cry current customer cut dark data date daughter day deal dear death decide
deep describe design detail determine develop did die difference different difficult dinner direct discover discuss do
doctor document does dog doing done door down draw dream drink drive drop dry due during each ear early earth east easy
eat edge education effect eight either else email employee end energy enough enter entire environment equal error even
evening event ever every everyone everything exact example except exercise expect experience explain eye face fact fall
family famous far farm fast father favorite fear feel feet few field fight figure file fill final find fine finger
finish fire first fish five floor flow fly follow following food foot for force foreign forest form forward found four
free fresh friend from front fruit full further future game garden gave general get girl give given glass go god going
gold gone good got government great green ground group grow guess had half hand happen happy hard has have having he
head health hear heart heavy held hello help her here high him himself his history hit hold home hope horse hospital hot
hotel hour house how however human hundred i idea if image imagine important in include increase indeed industry
information inside instead interest into is issue it item its job join just keep kept key kind king knew know land
language large last late later law lead learn least leave left legal less let letter level life light like line list
listen little live local long look lost lot love low machine made main make man manager many map mark market matter may
me mean measure medical meet member memory men mention method middle might mile million mind minute miss model modern
moment money month more morning most mother mountain move much music must my name nation natural nature near necessary
need never new news next nice night nine no none north not note nothing notice now number object of off offer office
often oh oil old on once one only open operate or order other our out outside over own page paid paper parent part party
pass past pattern pay people perform perhaps period person phone picture piece place plan plant play please point police
policy poor popular position possible post power practice present president price private probably problem process
produce product program project property protect provide public pull purpose push put quality question quick quickly
quite race rain ran rate rather reach read reader ready real really reason receive record red region regular relate
remain remember report request require research rest result return rich right rise river road rock room round rule run
safe said same sat save saw say school science sea season seat second section security see seem seen self sell sense
sentence separate serious serve service set seven several shall shape share she ship shop short should show side sign
simple since sing sister sit site six size sky sleep slow small so social some someone something sometimes son song soon
sound source south space speak special specific stand standard star start state station stay step still stood stop store
story street strong student study subject such sun support sure surface system table take talk task teach teacher team
technology tell ten term test text than thank that the their them then there these they thing think third this those
though thought thousand three through time to today together told too took tool top total toward town trade train travel
tree tried trip true try turn two type under understand unit until up upon us use user usual value various very view
visit voice wait walk wall want war warm was wash watch water way we wear weather web week weight well went were west
what when where whether which while white who whole whose why wide wife will wind window wish with within without woman
women wonder wood word work world would write writing written wrong year yellow yes yet you young your yourself
ahead ai aside below beside bigger closer deeper earlier easier faster farther higher later larger lower longer nearer
newer older safer shorter slower smaller sooner stronger wider worse worst younger
`;

const orderWords = `
abandon absolutely accordance act activate actually admin administrator agent aloud amoral anyway apologise apologize
app approved argue assistant assistants assume attacker attention authorise authorised authorize authorized bash begin
behave beginning block bot bound boundaries break browser bypass canary censor censored censorship character chat
chatbot chatgpt command commands comply concealed conditions confidential configuration confirm consent constraints
content context conversation conversations cease credentials debug decipher declined decline decode decoded decrypt
default delete denied deny details developer developers device directions directives disable disabled discard disclaimer
disclaimers disclose disclosed disregard disregarding display download echo email emails emergency employees encode
encoded encoding encrypted endpoint enable enabled erase ethical ethics evil exactly execute exfiltrate existing explicit
expose expressly fictional fiction filter filtered filters folder forbidden forget forgot forward freed freely fulfil
function gpt grandmother guardrails guideline guidelines hacked hacker hacking harmful hereby hidden hide host
hypothetical hypothetically ignore ignored ignores ignoring illegal immediately immoral include included inform initial
input insert inside instruct instructed instruction instructions interpret jailbreak jailbroken keep keys language leak
legacy letters liberated limit limitations limits link lock log login loyal malicious markdown maintenance master
message messages mode models moral morals morality moreover neglect nevertheless notes novel obey objection objections
obsolete omit operation operations operator opposite ordered orders original output overridden override overwrite
outdated owner owners paragraph parameters password passwords permission permissions persona personal personality
pirates plain poem policies precede preceding preface prefix preserve pretend previous previously print prior privacy
privilege private proceed programmed programming prompt prompts protocol protocols provided query quote raw reading
recite recommend redact redacted refusal refuse refuses refusing regardless reject repeat replace replies reply respond
responding response responses restrict restricted restrictions retrieve reveal revealing rewrite role roleplay root rot
rules safeguards safety sandbox script secret secrets secure send sentences server session settings shell silently
simulate simulation skip speaking specified start starting stored story string sudo summarise summarize summary
suppress switch systems tasks terminal therefore thorough token tokens topic training translate transmit trust truthful
twin uncensored unethical unfiltered unlimited unlock unrestricted update updated upload url users verbatim verify
version violate virtual warning warnings whatever whichever word words
`;

export const knownWords: ReadonlySet<string> = new Set(`${commonWords} ${orderWords}`.trim().split(/\s+/));

export const knownWordLengthMax = Math.max(...Array.from(knownWords, (word) => word.length));
