import { functionWords } from '@avow/text/terms';
import { findSubject, type Subject } from './find-subject.ts';

/** A question, and the words of the sentence that answer it. */
export interface AskedSentence {
  readonly question: string;
  readonly fact: string;
  readonly method: 'definition' | 'number';
}

const sentenceUnits = { min: 25, max: 220 };
const factWordsMax = 8;

/** What can be asked that this sentence answers by itself; null where nothing can. */
export function askSentence(sentence: string, text: string): AskedSentence | null {
  if (sentence.length < sentenceUnits.min || sentence.length > sentenceUnits.max) return null;
  if (!/[.!]$/.test(sentence)) return null;
  const body = sentence.slice(0, -1);
  return askDefinition(body, text) ?? askNumber(body, text);
}

const definition = /^(?<subject>\S+(?: \S+){0,4}?) (?<verb>is|are) (?<rest>(?:a|an|the) .+)$/u;
/** What only says more of what was said before. */
const furtherClause = / (?:that|which|who|whose|where|when|while|so|but|because)\b|[,;:(–—]/u;

/** "A content pack is a collection of documents that …" → what is a content pack: a collection of documents. */
function askDefinition(body: string, text: string): AskedSentence | null {
  const found = definition.exec(body)?.groups;
  const subject = findSubject(found?.['subject'] ?? '', text);
  if (found === undefined || subject === null || /^(?:every|my) /.test(subject.words)) return null;
  if (subject.isPlural !== (found['verb'] === 'are')) return null;
  const rest = found['rest'] ?? '';
  const said = rest.split(furtherClause)[0]?.trim() ?? '';
  const words = said.split(' ');
  // "is the same", "is the number of it": too little to know the thing by.
  if (words.length < 3 || /^the (?:same|other|one|first|last|only|number|most|best)\b|\|/.test(said))
    return null;
  return {
    question: `What ${found['verb']} ${subject.words}?`,
    fact: words.slice(0, factWordsMax).join(' '),
    method: 'definition',
  };
}

const number =
  '(?<number>[£$€]?\\d[\\d.,]*\\d|[£$€]?\\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)';
const bound = '(?<bound>at most|up to|at least|no more than|exactly|about)?';
const timeUnit = '(?<unit>seconds?|minutes?|hours?|(?:working )?days?|weeks?|months?|years?)';
const subjectPart = '(?<subject>\\S+(?: \\S+){0,4}?)';
const thing = '(?<thing>\\p{Ll}[\\p{L}-]*(?: of(?: \\p{Ll}[\\p{L}-]*){1,2})?)(?= |$|[,;])';
const instant =
  '(?<instant>(?:(?:the )?(?:first|second|third|last) \\p{L}+|the \\d{1,2}(?:st|nd|rd|th)|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|\\d{1,2}[:.]\\d\\d|\\d{1,2} \\p{Lu}\\p{L}+|(?:January|February|March|April|May|June|July|August|September|October|November|December))(?: (?:at|to|until) [\\p{L}\\d:.]+(?: \\p{Lu}\\p{L}+)?)?)';
const patternOf = (pattern: string) => new RegExp(`^${pattern}`, 'u');

const having = patternOf(
  `${subjectPart} (?<verb>has|have|gets?|holds?|needs?|keeps?) ${bound} ?${number} ${thing}`,
);
const may = patternOf(
  `${subjectPart} (?<modal>may|can|must) (?:have|hold|contain) ${bound} ?${number} ${thing}`,
);
const taking = patternOf(`${subjectPart} (?<verb>takes?|lasts?) (?:${bound} ?|for )${number} ${timeUnit}`);
const kept = patternOf(
  `${subjectPart} (?<verb>is|are) (?<done>kept|stored|remembered|valid|held|good|open|waited for) (?:for )?${bound} ?${number} ${timeUnit}`,
);
const doneWhen = patternOf(
  `${subjectPart} (?<verb>is|are) (?<done>\\p{Ll}+(?:ed|id|en|ut|ld|nt|ept)) (?:on|at|by|in) ${instant}`,
);
const doesWhen = patternOf(
  `${subjectPart} (?<verb>opens?|closes?|begins?|starts?|ends?|lapses?|runs?) (?:on|at|from|in|by) ${instant}`,
);

const numberRules = [askHaving, askMay, askTime, askWhen];

function askNumber(body: string, text: string): AskedSentence | null {
  for (const ask of numberRules) {
    const asked = ask(body, text);
    if (asked !== null) return asked;
  }
  return null;
}

function asNumber(question: string, fact: string): AskedSentence {
  return { question, fact, method: 'number' };
}

function groupsOf(pattern: RegExp, body: string, text: string) {
  const found = pattern.exec(body)?.groups;
  const subject =
    found === undefined ? null : findSubject(found['subject'] ?? '', text, { mayBeOneWord: true });
  return found === undefined || subject === null ? null : { found, subject };
}

function askHaving(body: string, text: string): AskedSentence | null {
  const read = groupsOf(having, body, text);
  if (read === null) return null;
  const { found, subject } = read;
  const { verb = '', number: count = '' } = found;
  const thing = withoutTail(found['thing'] ?? '');
  // A subject of several with "has", or the other way round: the sentence was not read as it was meant.
  const isSingular = verb.endsWith('s');
  if (subject.isPlural === isSingular || !isCounted(thing)) return null;
  const base = verb === 'has' ? 'have' : isSingular ? verb.slice(0, -1) : verb;
  return asNumber(
    `How many ${thing} ${isSingular ? 'does' : 'do'} ${subject.words} ${base}${most(found['bound'])}?`,
    `${count} ${thing.split(' ')[0]}`,
  );
}

function askMay(body: string, text: string): AskedSentence | null {
  const read = groupsOf(may, body, text);
  if (read === null) return null;
  const { number: count = '', modal = '', bound: limit } = read.found;
  const thing = withoutTail(read.found['thing'] ?? '');
  if (!isCounted(thing)) return null;
  return asNumber(
    `How many ${thing} ${modal} ${read.subject.words} have${most(limit)}?`,
    `${count} ${thing}`,
  );
}

function askTime(body: string, text: string): AskedSentence | null {
  const lasting = groupsOf(taking, body, text);
  if (lasting !== null) {
    const { verb = '', number: count = '', unit = '' } = lasting.found;
    const isSingular = verb.endsWith('s');
    if (lasting.subject.isPlural === isSingular) return null;
    const base = isSingular ? verb.slice(0, -1) : verb;
    const asked = `How long ${isSingular ? 'does' : 'do'} ${lasting.subject.words} ${base}?`;
    return asNumber(asked, `${count} ${unit}`);
  }
  const keeping = groupsOf(kept, body, text);
  if (keeping === null) return null;
  const { verb = '', done = '', number: count = '', unit = '' } = keeping.found;
  if (keeping.subject.isPlural !== (verb === 'are')) return null;
  return asNumber(`How long ${verb} ${keeping.subject.words} ${done}?`, `${count} ${unit}`);
}

function askWhen(body: string, text: string): AskedSentence | null {
  const done = groupsOf(doneWhen, body, text);
  if (done !== null) {
    const { verb = '', done: what = '', instant: when = '' } = done.found;
    return asNumber(`When ${verb} ${done.subject.words} ${what}?`, when);
  }
  const acting = groupsOf(doesWhen, body, text);
  if (acting === null) return null;
  const { verb = '', instant: when = '' } = acting.found;
  if (acting.subject.isPlural === verb.endsWith('s')) return null;
  const base = verb.replace(/s$/, '');
  return asNumber(`When ${does(acting.subject)} ${acting.subject.words} ${base}?`, when);
}

function does({ isPlural }: Subject): string {
  return isPlural ? 'do' : 'does';
}

/** "days of leave in" → "days of leave": what follows begins something else. */
function withoutTail(thing: string): string {
  const words = thing.split(' ');
  const isTail = (word: string) => functionWords.has(word) || word === 'every';
  while (words.length > 1 && isTail(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** Several of something that can be counted. */
function isCounted(thing: string): boolean {
  return /s$/.test(thing.split(' ')[0] ?? '') && !/(?:ss|us|is)$/.test(thing.split(' ')[0] ?? '');
}

function most(limit: string | undefined): string {
  return limit === 'at most' || limit === 'up to' || limit === 'no more than' ? ' at most' : '';
}
