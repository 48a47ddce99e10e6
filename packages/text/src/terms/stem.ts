// Only words that are common in questions and answers; any other word is stemmed by its suffix.
const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    agreed: 'agree',
    bought: 'buy',
    broke: 'break',
    broken: 'break',
    brought: 'bring',
    built: 'build',
    children: 'child',
    chose: 'choose',
    chosen: 'choose',
    feet: 'foot',
    forgot: 'forget',
    forgotten: 'forget',
    found: 'find',
    gave: 'give',
    given: 'give',
    gone: 'go',
    got: 'get',
    gotten: 'get',
    guaranteed: 'guarantee',
    held: 'hold',
    kept: 'keep',
    lost: 'lose',
    made: 'make',
    men: 'man',
    met: 'meet',
    news: 'news',
    paid: 'pay',
    people: 'person',
    ran: 'run',
    said: 'say',
    seen: 'see',
    sent: 'send',
    sold: 'sell',
    spent: 'spend',
    stole: 'steal',
    stolen: 'steal',
    taken: 'take',
    taught: 'teach',
    told: 'tell',
    took: 'take',
    used: 'use',
    using: 'use',
    went: 'go',
    women: 'woman',
    won: 'win',
    wore: 'wear',
    worn: 'wear',
    written: 'write',
    wrote: 'write',
  }),
);

// Suffixes that belong to the word itself.
const wholeWords: ReadonlySet<string> = new Set([
  'always',
  'apartment',
  'bring',
  'comment',
  'department',
  'during',
  'evening',
  'family',
  'morning',
  'need',
  'nothing',
  'overtime',
  'spring',
  'string',
  'wedding',
]);

const vowel = /[aeiouy]/;
const doubled = /([bdfgklmnprt])\1$/;

/** A light stem: one form for a word's singular and plural, its tenses and its adverb. Expects lower case. */
export function stem(word: string): string {
  if (word.length < 3 || /[^a-z]/.test(word)) return word;
  const lemma = irregular.get(word);
  if (lemma !== undefined) return dropFinalE(lemma);
  const singular = dropPlural(word);
  if (wholeWords.has(singular)) return dropFinalE(singular);
  return dropFinalE(dropMent(dropTense(dropAdverb(singular))));
}

function dropPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word) || wholeWords.has(word))
    return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:sses|xes|ches|shes|zzes|oes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function dropAdverb(word: string): string {
  if (!word.endsWith('ly') || word.length < 6) return word;
  const base = word.slice(0, -2);
  return base.endsWith('i') ? `${base.slice(0, -1)}y` : base;
}

function dropTense(word: string): string {
  if (word.endsWith('ied')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  const suffix = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  if (suffix === 0) return word;
  const base = word.slice(0, -suffix);
  if (base.length < 2 || !vowel.test(base)) return word;
  // "planned" comes from "plan", but "called" from "call".
  if (doubled.test(base) && !/(?:ll|ff)$/.test(base)) return base.slice(0, -1);
  return base;
}

function dropMent(word: string): string {
  if (!word.endsWith('ment') || word.length < 7) return word;
  const base = word.slice(0, -4);
  return vowel.test(base) ? base : word;
}

function dropFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') && !word.endsWith('ee') ? word.slice(0, -1) : word;
}
