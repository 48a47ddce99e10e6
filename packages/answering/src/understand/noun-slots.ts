import { contentTerms, functionWords, questionWords, stem } from '@avow/text/terms';
import {
  agree,
  determiners,
  isComplement,
  isPlural,
  isVerb,
  looksLikeName,
  namesPersons,
  prepositions,
  subordinateClause,
} from './english-grammar.ts';
import {
  finish,
  hasDeterminer,
  isState,
  type QuestionShape,
  readShape,
  writeShape,
} from './question-shape.ts';
import { hasVerbAfter, objectOf } from './verb-phrase.ts';

/** A noun of a question, and the question with another in its place. */
export interface NounSlot {
  readonly noun: string;
  readonly role: 'asked' | 'subject' | 'asker' | 'object' | 'prepositional';
  /** Where the noun belongs to another one: "the log" in "the leaf in the log". */
  readonly isPart: boolean;
  readonly put: (phrase: string) => string;
}

const asked = /^(which|what|how many|how much)\s+(\S.*)$/iu;
/** What these ask for is not a thing that somebody does something with. */
export const adverbial =
  /(?:^|\s)(?:time|date|day|month|year|way|kind|type|sort|size|format|reason|extent|point|hours?)$/iu;
const possessive = /^(?:my|our|your|his|her|its|their)\s/iu;
const definite = /^(?:the|my|our|your|his|her|its|their)(?=\s)/iu;
const ownsSomething = /\b(?:i|we|my|our|me|us|mine|ours|myself|ourselves)\b/iu;
const trailing = /(?:\s+(?:\p{L}+ly|now|today|tomorrow|yet|again|anymore|inside|outside|here|there))+\s*$/iu;
const measure = /^(?:per|as|since|until)$/u;
const startsNoun = new RegExp(`^(?:${determiners})\\s`, 'iu');

/** The nouns that another may take the place of. */
export function nounSlots(question: string): NounSlot[] {
  const shape = readShape(question);
  // What is between two things takes both.
  if (shape === null || /\sbetween\s.*\sand\s/iu.test(question)) return [];
  const [, asks = '', counted = ''] = asked.exec(shape.asks) ?? [];
  const { subject, predicate } = shape;
  const slots: NounSlot[] = [];
  // "Which days are paid?" asks for some of them: others are one of these, or are not.
  const isChoice = subject === '' && isState(shape) && !/^how/iu.test(asks);
  if (counted !== '' && !adverbial.test(counted) && !isChoice)
    slots.push(...slotsIn(counted, 'asked', (put) => writeShape({ ...shape, asks: `${asks} ${put}` })));
  if (shape.isPersonal) slots.push(...askerSlot(shape));
  else if (subject !== '')
    slots.push(
      ...slotsIn(subject, 'subject', (put) =>
        writeShape({ ...shape, subject: put, auxiliary: agree(shape.auxiliary, put) }),
      ),
    );
  if (predicate === 'there') return slots;
  const found = isState(shape) && !hasVerbAfter(predicate) ? null : objectOf(predicate);
  const before = found?.before ?? '';
  const rest = predicate.slice(before.length);
  slots.push(
    ...slotsIn(rest, found === null ? null : 'object', (put) =>
      writeShape({ ...shape, predicate: `${before} ${put}` }),
    ),
  );
  return slots;
}

/** The person asking, unless something is theirs. */
function askerSlot(shape: QuestionShape): NounSlot[] {
  if (ownsSomething.test(`${shape.asks} ${shape.predicate}`)) return [];
  const put = (phrase: string) =>
    writeShape({ ...shape, subject: phrase, auxiliary: agree(shape.auxiliary, phrase) });
  return [{ noun: shape.subject, role: 'asker', isPart: false, put }];
}

/** The noun that a part of a question begins with, and those after its prepositions. */
function slotsIn(
  text: string,
  head: 'asked' | 'subject' | 'object' | null,
  write: (part: string) => string,
): NounSlot[] {
  const end = Math.min(
    ...[subordinateClause, /[,(]/u].map((after) => after.exec(text)?.index ?? text.length),
  );
  const [main, clause] = [text.slice(0, end), text.slice(end)];
  const starts = [...main.matchAll(new RegExp(`(?<=^|\\s)(?:${prepositions})\\s+`, 'giu'))];
  const places = [
    ...(head === null ? [] : [{ start: 0, end: starts[0]?.index ?? main.length, preposition: '' }]),
    ...starts.map((found, at) => ({
      start: found.index + found[0].length,
      end: starts[at + 1]?.index ?? main.length,
      preposition: found[0].trim().toLowerCase(),
    })),
  ];
  const nounAt = (place: { readonly start: number; readonly end: number } | undefined) =>
    main.slice(place?.start, place?.end).replace(trailing, '').trim();
  // Where the first noun ends is not certain, so neither is what belongs to it.
  if (head !== null && !isPlainNoun(nounAt(places[0]))) return [];
  return places.flatMap(({ start, end: last, preposition }): NounSlot[] => {
    const noun = nounAt({ start, end: last });
    if (!isPlainNoun(noun) || (preposition === 'to' && isInfinitive(noun)) || measure.test(preposition))
      return [];
    const role = preposition === '' ? (head ?? 'object') : 'prepositional';
    const put = (phrase: string) =>
      write(
        `${main.slice(0, start)} ${phrase} ${main.slice(start).trimStart().slice(noun.length)}${clause}`.trim(),
      );
    return [{ noun, role, isPart: preposition !== '' && head !== null && head !== 'object', put }];
  });
}

/** Not several words that are a clause: "the ways a page can change". */
function isPlainNoun(noun: string): boolean {
  const [first = '', ...words] = noun.split(/\s+/);
  if (words.length === 0 && functionWords.has(first.toLowerCase())) return false;
  const isInner = (word: string) => functionWords.has(word.toLowerCase()) && !/^and$/iu.test(word);
  return (
    /^\p{L}[^,()]*$/u.test(noun) &&
    !questionWords.has(first.toLowerCase()) &&
    !words.some(isInner) &&
    !isComplement(words.at(-1) ?? '')
  );
}

/** "To travel" has a verb where "to Mexico", "to the office" and "to customers" have a noun. */
function isInfinitive(words: string): boolean {
  const [first = ''] = words.split(/\s+/);
  return isVerb(first) || !(startsNoun.test(words) || looksLikeName(first) || isPlural(words));
}

export const isNamed = (phrase: string) => phrase.split(/\s+/).every(looksLikeName);

/** Whether one names people and the other does not. */
export function isOtherKind(phrase: string, noun: string): boolean {
  const [one, other] = [namesPersons(phrase), namesPersons(noun)];
  return one !== null && other !== null && one !== other;
}

/** How alike in form two nouns are, so that one may take the place of the other. Null: it may not. */
function likeness(phrase: string, { noun, role }: NounSlot): number | null {
  const ofPhrase = namesPersons(phrase);
  const ofNoun = role === 'asker' || namesPersons(noun);
  if (isOtherKind(phrase, role === 'asker' ? 'people' : noun)) return null;
  if (role === 'asker')
    return ofPhrase === true && (isPlural(phrase) || hasDeterminer(phrase)) ? perfect : null;
  if (isNamed(phrase) && !isNamed(noun)) return null;
  const hasSameDeterminer = hasDeterminer(phrase) === hasDeterminer(noun);
  const isSameNumber = isPlural(phrase) === isPlural(noun);
  if (role === 'asked' && !(hasSameDeterminer && isPlural(phrase) && isPlural(noun))) return null;
  if (!hasSameDeterminer && (!isSameNumber || hasDeterminer(phrase) || !definite.test(noun))) return null;
  const isSureOfPersons = ofPhrase === ofNoun;
  const isSameOwner = possessive.test(phrase) && possessive.test(noun);
  const exact = [hasSameDeterminer, isSameNumber].filter((is) => is).length * 4;
  return (
    exact +
    (isSureOfPersons ? 2 : 0) +
    (isSameOwner || isNamed(phrase) === isNamed(noun) ? 1 : 0) +
    (isSameOwner ? 1 : 0)
  );
}

const perfect = 10;

export interface ChosenSlot {
  readonly slot: NounSlot;
  readonly isPerfect: boolean;
}

/** The noun that is most like a phrase, if that is one and not several. */
export function chooseSlot(slots: readonly NounSlot[], phrase: string): ChosenSlot | null {
  const rated = slots.flatMap((slot) => {
    const score = likeness(phrase, slot);
    return score === null ? [] : [{ slot, score }];
  });
  const best = Math.max(...rated.map(({ score }) => score));
  const alike = rated.filter(({ score }) => score === best);
  // Of a thing and its parts, the thing is meant.
  const [only, ...others] = alike.filter(({ slot }) => !slot.isPart || alike.every((one) => one.slot.isPart));
  if (only === undefined || others.length > 0) return null;
  return { slot: only.slot, isPerfect: best >= perfect };
}

/** The noun with the same last word as a phrase of several: "vacation days" and "sick days". */
export function slotOfSameHead(slots: readonly NounSlot[], phrase: string): NounSlot | null {
  const headOf = (noun: string) => stem((noun.split(/\s+/).at(-1) ?? '').toLowerCase());
  if (!/\s/u.test(phrase)) return null;
  return slots.find(({ noun }) => headOf(noun) === headOf(phrase)) ?? null;
}

/** With the article of the noun that it replaces, if it needs one. */
export function putInto({ noun, put }: NounSlot, phrase: string): string {
  const article = definite.exec(noun)?.[0];
  const isBare = article !== undefined && !hasDeterminer(phrase) && !isNamed(phrase) && !isPlural(phrase);
  return finish(put(isBare ? `${article} ${phrase}` : phrase));
}

/** Whether anything of what was asked is left beside the phrase. */
export function keepsContent(made: string, phrase: string): boolean {
  const own = new Set(contentTerms(phrase));
  return contentTerms(made).some((term) => !own.has(term));
}
