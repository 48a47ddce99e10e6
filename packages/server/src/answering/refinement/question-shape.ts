import { contentTerms, stripEnd } from '@avow/text';
import {
  askingWords,
  auxiliaries,
  determiners,
  isComplement,
  isName,
  isPlural,
  isVerb,
  persons,
  prepositions,
} from './english-grammar.ts';

/** An English question taken apart: "How many days · do · employees · get". */
export interface QuestionShape {
  /** "How many days"; empty where it is asked for yes or no. */
  readonly asks: string;
  /** "do"; empty in "Who approves travel expenses?" */
  readonly auxiliary: string;
  /** "employees" */
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
const personal = new RegExp(`^(?<subject>${persons})\\s+(?<predicate>\\S.*)$`, 'iu');
const isState = /^(?:is|are|was|were)$/i;
const isPointing = new RegExp(`^(?:${persons}|it|this|that)$`, 'iu');
const asking = new RegExp(
  `^(?:(?:${prepositions})\\s+)?(?:${askingWords})\\b(?:\\s+(?:many|much|long|often|big|large|far|fast|soon|old|high))?`,
  'iu',
);
const lastWordAlone = new RegExp(`\\s+(?:${prepositions})$`, 'iu');
const laterClause = /\s+(?:if|when|because|so that|that|while|once|unless|although)\s.*$/iu;

export function withoutMark(question: string): string {
  return stripEnd(question.trim(), /[\s?!.…]/u);
}

/** Null where it cannot be taken apart with any certainty. */
export function readShape(question: string): QuestionShape | null {
  const text = withoutMark(question);
  const found = withAuxiliary.exec(text)?.groups;
  if (found === undefined) {
    const does = whoDoes.exec(text)?.groups;
    if (does?.['asks'] === undefined || does['predicate'] === undefined) return null;
    return {
      asks: does['asks'],
      auxiliary: '',
      subject: '',
      predicate: does['predicate'],
      isPersonal: false,
    };
  }
  const { asks = '', auxiliary = '', rest = '' } = found;
  const parts = isState.test(auxiliary) ? splitState(asks, rest) : splitAction(rest);
  return parts === null ? null : { asks: asks.trim(), auxiliary, ...parts };
}

type Parts = Pick<QuestionShape, 'subject' | 'predicate' | 'isPersonal'>;

/** After "is" and "are": what it is said of, and what is said. */
function splitState(asks: string, rest: string): Parts | null {
  const words = rest.split(/\s+/);
  if (words[0]?.toLowerCase() === 'there')
    return { subject: words.slice(1).join(' '), predicate: 'there', isPersonal: false };
  const at = words.findIndex((word, position) => position > 0 && isComplement(word));
  if (at > 0)
    return { subject: words.slice(0, at).join(' '), predicate: words.slice(at).join(' '), isPersonal: false };
  return asks === '' ? null : { subject: rest, predicate: '', isPersonal: false };
}

function splitAction(rest: string): Parts | null {
  const person = personal.exec(rest)?.groups;
  if (person?.['subject'] !== undefined && person['predicate'] !== undefined)
    return { subject: person['subject'], predicate: person['predicate'], isPersonal: true };
  const words = rest.split(/\s+/);
  const at = words.findIndex((word, position) => position > 0 && isVerb(word));
  // An unknown word is taken for a verb if it is the last one, or follows a bare plural.
  const guess = words.length <= 3 && at < 0 ? words.length - 1 : at;
  if (guess < 1) return null;
  return {
    subject: words.slice(0, guess).join(' '),
    predicate: words.slice(guess).join(' '),
    isPersonal: false,
  };
}

export function writeShape({ asks, auxiliary, subject, predicate }: QuestionShape): string {
  const said = predicate === 'there' ? `there ${subject}` : `${subject} ${predicate}`;
  return finish(`${asks} ${auxiliary.toLowerCase()} ${said}`);
}

/** As a sentence that asks. */
export function finish(question: string): string {
  const text = withoutMark(question.replace(/\s+/g, ' '));
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}?`;
}

/** The object of a predicate, with its place: in "hand in my timesheet" it is "my timesheet". Null where there is none. */
export function objectOf(
  predicate: string,
): { readonly before: string; readonly object: string; readonly after: string } | null {
  const found = new RegExp(
    `^(?<before>\\S+(?:\\s+(?:in|over|up|out|off|down|on|back|away|for)(?=\\s))?)\\s+(?<object>(?!(?:${prepositions})\\s)\\S.*?)(?<after>\\s+(?:${prepositions}|at once)\\s.*)?$`,
    'iu',
  ).exec(predicate)?.groups;
  if (found?.['before'] === undefined || found['object'] === undefined) return null;
  return { before: found['before'], object: found['object'], after: found['after'] ?? '' };
}

/** What a question is about, as "it" takes it up, or "they" where there may be many. Null where that is not plain. */
export function subjectOf(question: string, { isMany = false } = {}): string | null {
  const shape = readShape(question);
  if (shape === null) return null;
  const about = trimAbout(thingOf(shape, isMany));
  return about === '' || isPointing.test(about) ? null : about;
}

function thingOf(shape: QuestionShape, isMany: boolean): string {
  const counted = shape.asks.replace(asking, '').trim();
  if (shape.auxiliary !== '' && !shape.isPersonal) {
    // "How many days do employees get?" is about the days; "How many pages can a pack have?" about the pack.
    const isCounted = counted !== '' && contentTerms(counted).length > 0 && !hasDeterminer(shape.subject);
    const isNamed = isName(shape.subject.split(/\s+/)[0] ?? '') || (isMany && !isPlural(counted));
    return isCounted && !isNamed && shape.predicate !== '' && !isState.test(shape.auxiliary)
      ? counted
      : shape.subject;
  }
  const found = objectOf(shape.predicate);
  if (found !== null) return `${found.object}${found.after}`;
  return counted === '' ? shape.predicate : counted;
}

function trimAbout(thing: string): string {
  return thing.replace(laterClause, '').replace(lastWordAlone, '').trim();
}

/** What is done, as in "to register a trademark"; null where a question asks for no predicate. */
export function predicateOf(question: string): string | null {
  const shape = readShape(question);
  if (shape === null) return null;
  if (shape.isPersonal) return shape.predicate;
  return shape.auxiliary === ''
    ? shape.predicate.replace(/^(\S+?)(?:(?<=[sxz]|ch|sh)es|s)(?=\s|$)/u, '$1')
    : null;
}

export function hasDeterminer(phrase: string): boolean {
  return new RegExp(`^(?:${determiners})\\s`, 'iu').test(phrase);
}
