/** The exact terms of a language: patterns, and the English that each means. */
export interface ExactWords {
  /** Two to twenty. */
  readonly cardinals: string;
  /** Patterns; `-` where the word means something else as often. */
  readonly ordinals: string;
  readonly phrases: ReadonlyArray<readonly [pattern: string, english: string]>;
}

const de: ExactWords = {
  cardinals:
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  ordinals: 'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft'
    .split(' ')
    .map((stem) => `${stem}e[nrsm]?`)
    .join(' '),
  phrases: [
    ['nicht nur', 'not only'],
    ['nicht (?:später|länger) als', 'no later than'],
    ['niemand(?:e[nms])?|nichts|nirgends|keinerlei|nirgendwo', 'not'],
    ['ausgeschlossen|unzulässig|ungültig|abgelehnt|verweigert|fehlt|fehlen|scheitert', 'invalid'],
    ['un(?:bezahlt|bekannt|benutzt|genutzt|berechtigt|zureichend|verfügbar)\\p{L}{0,2}', 'unavailable'],
    ['binnen', 'within'],
    ['(?:arbeits|werk|geschäfts|bankarbeits)tage?[ns]?', 'business days'],
    ['kalendertage?[ns]?', 'calendar days'],
  ],
};
const fr: ExactWords = {
  cardinals:
    'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  ordinals:
    'premi(?:er|ère) deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
  phrases: [
    ['(?:pas|non) seulement', 'not only'],
    ['pas plus de', 'no more than'],
    ["(?:ne |n')\\p{L}+ (?:plus|rien|personne)|ni", 'not'],
    ["jusqu'(?:à|au|aux|en)", 'until up to'],
    ["dans (?:les|un délai de)|sous|d'ici", 'within'],
    ['jours? ouvr(?:é|able)s?', 'business days'],
  ],
};
const es: ExactWords = {
  cardinals:
    'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  ordinals:
    'primer[oa]? - tercer[oa]? cuart[oa] quint[oa] sext[oa] séptim[oa] octav[oa] noven[oa] décim[oa] undécim[oa] duodécim[oa]',
  phrases: [
    ['no s[oó]lo|no solamente', 'not only'],
    ['no más de', 'no more than'],
    ['sin|nadie|nada|ni', 'not'],
    ['prohibid[oa]s?', 'forbidden'],
    ['hasta', 'until up to'],
    ['dentro de|en un plazo de', 'within'],
    ['días? (?:hábil(?:es)?|laborables?)', 'business days'],
  ],
};
const it: ExactWords = {
  cardinals:
    'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  ordinals:
    'primo second[oa] terz[oa] quart[oa] quint[oa] sest[oa] settim[oa] ottav[oa] non[oa] decim[oa] undicesim[oa] dodicesim[oa]',
  phrases: [
    ['non (?:solo|soltanto)', 'not only'],
    ['non più di', 'no more than'],
    ['non|mai|senza|nessun[oa]?|niente|nulla|né', 'not'],
    ['vietat[oaie]|proibit[oaie]|esclus[oaie]|impossibil[ei]', 'forbidden'],
    ['solo|soltanto|solamente|esclusivamente', 'only'],
    ['tranne|eccetto|salvo|a meno che', 'except'],
    ['almeno', 'at least'],
    ['al massimo', 'at most'],
    ['fino a[l]?', 'until up to'],
    ['entro', 'within before'],
    ['dopo', 'after'],
    ['prima d(?:i|el|ell[ao]|ei|egli|elle)', 'before'],
    ['giorn[oi] (?:lavorativ[oi]|ferial[ei])', 'business days'],
  ],
};
const pt: ExactWords = {
  cardinals:
    'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove vinte',
  ordinals: 'primeir[oa] - terceiro quarto quinto sexto sétim[oa] oitav[oa] non[oa] décim[oa] - -',
  phrases: [
    ['não (?:só|apenas|somente)', 'not only'],
    ['não mais (?:de|do que)', 'no more than'],
    ['não|sem|nenhu(?:m|ma)|ninguém|nada|nem', 'not'],
    ['proibid[oa]s?|impossíve(?:l|is)', 'forbidden'],
    ['só|somente|apenas|exclusivamente', 'only'],
    ['exceto|salvo|a menos que|a não ser que', 'except'],
    ['pelo menos', 'at least'],
    ['no máximo', 'at most'],
    ['até', 'until up to'],
    ['dentro de|em até|no prazo de', 'within'],
    ['depois d[eoa]|após', 'after'],
    ['antes d[oa]', 'before'],
    ['dias? út(?:il|eis)', 'business days'],
  ],
};
const nl: ExactWords = {
  cardinals:
    'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  ordinals: 'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde',
  phrases: [
    ['niet alleen', 'not only'],
    ['niet meer dan', 'no more than'],
    ['niet|geen|nooit|zonder|niemand|niets|nergens|noch', 'not'],
    ['verboden|onmogelijk|uitgesloten|ongeldig|geweigerd|afgewezen', 'forbidden'],
    ['alleen|slechts|uitsluitend', 'only'],
    ['behalve|uitgezonderd|tenzij', 'except'],
    ['minstens|ten minste', 'at least'],
    ['hoogstens|maximaal', 'at most'],
    ['tot', 'until up to'],
    ['binnen', 'within'],
    ['na', 'after'],
    ['vóór|voor', 'before'],
    ['werkdag(?:en)?', 'business days'],
    ['(?<=\\d )uur', 'Uhr'],
  ],
};

/** By plain tags. Of a language that is not here nobody can tell whether it denies something. */
export const exactWords: ReadonlyMap<string, ExactWords> = new Map(
  Object.entries({ de, fr, es, it, pt, nl }),
);
