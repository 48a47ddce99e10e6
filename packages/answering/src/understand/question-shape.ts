import { stripEnd } from '@avow/text';
import {
  adverbs,
  askingWords,
  auxiliaries,
  determiners,
  isComplement,
  isPlural,
  isVerb,
  looksLikeName,
  persons,
  prepositions,
  spellOut,
  subordinateClause,
} from './english-grammar.ts';
import { findVerb } from './find-verb.ts';

/** An English question taken apart: "How many days · do · employees · get". */
export interface QuestionShape {
  /** "How many days"; empty where it is asked for yes or no. */
  readonly asks: string;
  /** "do"; empty in "Who approves travel expenses?" */
  readonly auxiliary: string;
  /** "employees"; empty where it is what is asked for: "Which days are paid?" */
  readonly subject: string;
  /** "get" */
  readonly predicate: string;
  /** Whether the subject is the person asking, or anybody. */
  readonly isPersonal: boolean;
}

const withAuxiliary = new RegExp(
  `^(?<asks>(?:(?:${prepositions})\\s+)?(?:${askingWords})\\b(?:\\s+(?!(?:${auxiliaries})\\b)\\S+){0,5}?\\s+)?(?<auxiliary>${auxiliaries})\\s+(?<rest>\\S.*)$`,
  'iu',
);
const whoDoes = /^(?<asks>who|what|which\s+\S+)\s+(?<predicate>[\p{L}'’-]+s(?:\s+.+)?)$/iu;
const whichDo =
  /^(?<asks>(?:which|what|how many)\s+(?:[\p{L}-]+\s+)??(?<asked>[\p{L}-]+s))\s+(?<predicate>(?<verb>[\p{L}]+)(?:\s+.+)?)$/iu;
const personal = new RegExp(`^(?<subject>${persons})\\s+(?<predicate>\\S.*)$`, 'iu');
const state = /^(?:am|is|are|was|were|isn't|aren't|wasn't|weren't)$/iu;
const asksForNoun = /^(?:which|what|how many|how much)\b/iu;
const isFunctionWord = new RegExp(`^(?:${prepositions}|${determiners}|${adverbs}|and|or|if|when)$`, 'iu');
const isAdverb = new RegExp(`^(?:${adverbs})$`, 'iu');
const isDeterminer = new RegExp(`^(?:${determiners})$`, 'iu');
const isPerson = new RegExp(`^(?:${persons}|it)$`, 'iu');
const isPreposition = new RegExp(`^(?:${prepositions})$`, 'iu');
export function withoutMark(question: string): string {
  return stripEnd(question.trim(), /[\s?!.…]/u);
}

export function isState({ auxiliary }: Pick<QuestionShape, 'auxiliary'>): boolean {
  return state.test(auxiliary);
}

/** Null where it cannot be taken apart with any certainty: it is more than one sentence, for example. */
export function readShape(question: string): QuestionShape | null {
  const text = spellOut(withoutMark(question));
  if (/[.?!:;]\s/u.test(text)) return null;
  const found = withAuxiliary.exec(text)?.groups;
  if (found === undefined) return readDoing(text);
  const { asks = '', auxiliary = '', rest = '' } = found;
  if (/^ha(?:ve|s|d)$/iu.test(auxiliary) && !/^(?:i|we|you|they)\s/iu.test(rest)) {
    const isPerfect = findComplement(rest.split(/\s+/)) > 0;
    if (!isPerfect)
      return asks === ''
        ? null
        : {
            asks: asks.trim(),
            auxiliary: '',
            subject: '',
            predicate: `${auxiliary} ${rest}`,
            isPersonal: false,
          };
  }
  const parts = state.test(auxiliary)
    ? splitState(asks.trim(), rest)
    : isSubjectAsked({ asks, auxiliary, rest })
      ? { subject: '', predicate: rest, isPersonal: false }
      : splitAction(rest);
  return parts === null ? null : { asks: asks.trim(), auxiliary, ...parts };
}

/** "Who can see my calendar?", "How many people may join a call?" */
function isSubjectAsked({
  asks,
  auxiliary,
  rest,
}: Readonly<Record<'asks' | 'auxiliary' | 'rest', string>>): boolean {
  const asksWho = /^(?:who|what|(?:which|how many)\s.*\S)\s+$/iu.test(asks);
  const isModal = !/^(?:do|does|did|don't|doesn't|didn't|ha(?:ve|s|d))/iu.test(auxiliary);
  const [first = ''] = rest.split(/\s+/);
  return asksWho && isModal && (isVerb(first) || (/^who\s/iu.test(asks) && !beginsNoun(first)));
}

/** "Who can Anna ask?", "Who should interns ask?", "Who must the form be sent to?" */
function beginsNoun(word: string): boolean {
  return isDeterminer.test(word) || isPerson.test(word) || looksLikeName(word) || isPlural(word);
}

/** "Who approves travel?", "Which plans include support?" */
function readDoing(text: string): QuestionShape | null {
  const plural = whichDo.exec(text)?.groups;
  const isDoing = plural !== undefined && isPlural(plural['asked'] ?? '') && isVerb(plural['verb'] ?? '');
  const hasAuxiliary = new RegExp(`\\s(?:${auxiliaries})\\s`, 'iu').test(text.replace(subordinateClause, ''));
  const does = isDoing ? plural : hasAuxiliary ? undefined : whoDoes.exec(text)?.groups;
  if (does?.['asks'] === undefined || does['predicate'] === undefined) return null;
  return { asks: does['asks'], auxiliary: '', subject: '', predicate: does['predicate'], isPersonal: false };
}

type Clause = Pick<QuestionShape, 'subject' | 'predicate' | 'isPersonal'>;

/** "Not" and "also" belong to what is said. */
function splitAt(words: readonly string[], said: number): Clause {
  let at = said;
  while (at > 1 && isAdverb.test(words[at - 1] ?? '')) at -= 1;
  return { subject: words.slice(0, at).join(' '), predicate: words.slice(at).join(' '), isPersonal: false };
}

function splitPerson(rest: string): Clause | null {
  const { subject, predicate } = personal.exec(rest)?.groups ?? {};
  if (subject === undefined || predicate === undefined) return null;
  // "One site" is a number.
  const isNumber = /^one$/iu.test(subject) && !isVerb(predicate.split(/\s+/)[0] ?? '');
  return isNumber ? null : { subject, predicate, isPersonal: true };
}

/** After "is" and "are": what it is said of, and what is said. */
function splitState(asks: string, rest: string): Clause | null {
  const person = splitPerson(rest);
  if (person !== null) return person;
  const words = rest.split(/\s+/);
  if (words[0]?.toLowerCase() === 'there')
    return { subject: words.slice(1).join(' '), predicate: 'there', isPersonal: false };
  const split = (at: number) => splitAt(words, at);
  const first = words.findIndex((word) => !isAdverb.test(word));
  if (asksForNoun.test(asks) && isComplement(words[first] ?? '') && endsPhrase(words[first + 1]))
    return split(0);
  const at = findComplement(words);
  if (at > 0) return split(at);
  if (asks !== '') return { subject: rest, predicate: '', isPersonal: false };
  // Asked for yes or no, something must be said: by another noun, or by the last word if there is nothing else.
  const other = words.findIndex((word, place) => place > 0 && /^an?$/iu.test(word));
  if (other > 0) return words.slice(0, other).some((word) => isPreposition.test(word)) ? null : split(other);
  const isPlain = hasDeterminer(rest) && words.length > 2 && !words.some((word) => isPreposition.test(word));
  return isPlain ? split(words.length - 1) : null;
}

const endsPhrase = (next: string | undefined) => next === undefined || isFunctionWord.test(next);

/** "Paid" is said of something in "is leave paid for interns", and describes it in "is the paid leave long". */
function findComplement(words: readonly string[]): number {
  const places = words.flatMap((word, at) =>
    at > 0 && isComplement(word) && !isDeterminer.test(words[at - 1] ?? '') ? [at] : [],
  );
  return places.find((at) => endsPhrase(words[at + 1])) ?? places.at(-1) ?? -1;
}

function splitAction(rest: string): Clause | null {
  const person = splitPerson(rest);
  if (person !== null) return person;
  const clause = subordinateClause.exec(rest)?.[0] ?? '';
  const words = rest.slice(0, rest.length - clause.length).split(/\s+/);
  const at = findVerb(words);
  if (at < 1) return null;
  const { subject, predicate } = splitAt(words, at);
  return { subject, predicate: `${predicate}${clause}`, isPersonal: false };
}

export function writeShape({ asks, auxiliary, subject, predicate }: QuestionShape): string {
  const said = predicate === 'there' ? `there ${subject}` : `${subject} ${predicate}`;
  return finish(`${asks} ${auxiliary.toLowerCase()} ${said}`);
}

/** As a sentence that asks. */
export function finish(question: string): string {
  const text = withoutMark(question.replace(/\s+/g, ' ').trim());
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}?`;
}

/** "Approves travel" as "approve travel". */
export function inBaseForm({ asks, predicate }: Pick<QuestionShape, 'asks' | 'predicate'>): string {
  const isBase = (/\s\S/u.test(asks) && isPlural(asks)) || /^have\b/iu.test(predicate);
  if (/^has\b/iu.test(predicate)) return predicate.replace(/^has/iu, 'have');
  return isBase ? predicate : predicate.replace(/^(\S+?)(?:(?<=[sxz]|ch|sh)es|s)(?=\s|$)/u, '$1');
}

export function hasDeterminer(phrase: string): boolean {
  return new RegExp(`^(?:${determiners})\\s`, 'iu').test(phrase);
}
