import { contentTerms, wordsOf } from '@avow/text/terms';
import { countable } from './carry-question.ts';
import {
  agree,
  headOf,
  inPlural,
  inSingular,
  isComplement,
  isPlural,
  isVerb,
  prepositions,
  subordinateClause,
} from './english-grammar.ts';
import { describedOne, findPointer, type Pointer } from './find-pointer.ts';
import { findQuestionSubject, gerundOf, predicateOf } from './find-question-subject.ts';
import { finish, isState, readShape, withoutMark, writeShape } from './question-shape.ts';
import { pointsAtAll } from './read-follow-up.ts';
import { hasVerbAfter, mainVerb, objectOf, putVerb } from './verb-phrase.ts';

/** What is longer was not taken apart rightly, or makes no readable question. */
const aboutWordsMax = 8;
/** "Who can do it": before "it" and "that", "do" is a main verb. */
const doesIt = /\sdo\s+$/iu;
const whoDoesIt = /^who\s+(?:else\s+)?(?:does|did)\s+$/iu;
const endsDoing = new RegExp(`^(?:\\s+(?:${prepositions})\\s.*)?$`, 'iu');
/** What these verbs take is something that is done, and not a thing. */
const takesDoing = /\b(?:undo|redo|reverse|automate)\s+$/iu;
const isDone = /^\s+(?:be\s+)?(?:done|undone|redone|reversed|automated)\b/iu;

/** "How do I back up the folder?" and "restore it", or "get a receipt". */
export function replaceVerbPhrase(phrase: string, anchor: string): string | null {
  const shape = readShape(anchor);
  if (shape === null || shape.auxiliary === '' || (isState(shape) && !hasVerbAfter(shape.predicate)))
    return null;
  const pointer = findPointer(phrase);
  if (pointer === null) return writeShape({ ...shape, predicate: putVerb(shape.predicate, phrase) });
  const about = shape.isPersonal ? findQuestionSubject(anchor) : (objectOf(shape.predicate)?.object ?? null);
  const done = takesDoing.test(phrase.slice(0, pointer.start)) ? gerundOf(anchor) : about;
  if (done === null) return null;
  return writeShape({ ...shape, predicate: putVerb(shape.predicate, putAt(phrase, pointer, done)) });
}

/** "Then" at the end points to when something else was asked of: "after I give notice". */
export function putThen(text: string, anchor: string): string {
  const clause = subordinateClause.exec(withoutMark(anchor))?.[0];
  return clause === undefined ? text : text.replace(/\s+then$/iu, clause);
}

/** What "it" and "they" point to takes their place. */
export function putSubjectIn(text: string, anchor: string): string | null {
  const pointer = findPointer(text);
  if (pointsAtAll.test(text)) return null;
  if (pointer === null) return putCounted(text, anchor) ?? putOwn(text, anchor);
  const before = text.slice(0, pointer.start);
  const after = text.slice(pointer.end);
  // "Can they undo it?" points to two things.
  if (/\s(?:it|them|that|this)$/iu.test(after)) return null;
  const doing = putDoing(pointer, { before, after, predicate: predicateOf(anchor) });
  if (doing !== null) return doing;
  // Without a verb for it, "do it" says nothing.
  const isThing = pointer.kind === 'thing';
  if (isThing && (doesIt.test(before) || (whoDoesIt.test(before) && endsDoing.test(after)))) return null;
  if (isThing && (takesDoing.test(before) || isDone.test(after))) {
    const done = gerundOf(anchor);
    return done === null ? null : finish(putAt(text, pointer, done));
  }
  // "Which form do I use?" is about a form, and a form takes no time.
  if (isThing && /^\s+take$/iu.test(after) && readShape(anchor)?.isPersonal === true) return null;
  // "This plan" keeps its noun.
  if (/^th(?:at|is|ese|ose)$/u.test(pointer.word) && namesKind(after)) return null;
  if (after === '' && /^th(?:at|is)$/u.test(pointer.word) && saysSomething(anchor)) return null;
  const about =
    pointer.kind === 'person' || isPersons(pointer)
      ? personOf(anchor)
      : findQuestionSubject(anchor, { isMany: pointer.kind === 'things' });
  if (about === null || wordsOf(about).length > aboutWordsMax) return null;
  const described = pointer.kind === 'one' ? describedOne.exec(before)?.[0] : undefined;
  return described === undefined ? finish(putAt(text, pointer, about)) : putKind(text, pointer, about);
}

/** "The premium one" is of the kind that was asked of, if one word names that. */
function putKind(text: string, { word, start, end }: Pointer, about: string): string | null {
  const kind = about.replace(/^(?:the|an?)\s+/iu, '');
  if (!/^[\p{L}-]+$/u.test(kind)) return null;
  const noun = word === 'ones' ? inPlural(kind) : inSingular(kind);
  return finish(`${text.slice(0, start)}${noun}${text.slice(end)}`);
}

/** All that is done may be pointed to: "how long does it take", "can I do it later", "is there a form for that". */
function putDoing(
  { word }: Pointer,
  {
    before,
    after,
    predicate,
  }: { readonly before: string; readonly after: string; readonly predicate: string | null },
): string | null {
  if (predicate === null || !/^(?:it|that|this)$/u.test(word)) return null;
  if (/^\s+(?:take|cost)$/iu.test(after)) return finish(`${before}it${after} to ${mainVerb(predicate)}`);
  if (doesIt.test(before))
    return finish(
      `${before.replace(/do\s+$/iu, '')}${mainVerb(predicate).replace(subordinateClause, '')}${after}`,
    );
  const isFor = word !== 'it' && after === '' && /\bfor\s+$/iu.test(before);
  return isFor ? finish(`${before.replace(/\bfor\s+$/iu, '')}to ${mainVerb(predicate)}`) : null;
}

function namesKind(after: string): boolean {
  const next = /^\s+([\p{L}-]+)/u.exec(after)?.[1];
  return next !== undefined && contentTerms(next).length > 0 && !isVerb(next) && !isComplement(next);
}

/** "Which setting changes that?" may mean all that was asked of a thing, not the thing. */
function saysSomething(anchor: string): boolean {
  const shape = readShape(anchor);
  return shape !== null && !shape.isPersonal && shape.auxiliary !== '' && shape.predicate !== '';
}

/** "How do I write my own?" */
function putOwn(text: string, anchor: string): string | null {
  const about = findQuestionSubject(anchor);
  return about === null || !/\bown$/iu.test(text)
    ? null
    : finish(`${text} ${about.replace(/^(?:the|an?)\s+/iu, '')}`);
}

const isPersons = ({ word }: Pointer) => word === 'his' || word === 'her';

/** Who leads the team is "the one who leads the team". */
function personOf(anchor: string): string | null {
  const text = withoutMark(anchor);
  return /^who\s+(?!is\b|are\b|was\b)/iu.test(text)
    ? `the one ${text.replace(/^who/iu, 'who')}`
    : findQuestionSubject(anchor);
}

/** "How many can I borrow?" leaves out of what. */
function putCounted(text: string, anchor: string): string | null {
  const found = /^(how many|how much|which)\s+(.*)$/iu.exec(text);
  const about = findQuestionSubject(anchor);
  const shape = readShape(anchor);
  if (found === null || about === null) return null;
  const object = shape === null ? null : objectOf(shape.predicate)?.object;
  const rest = `${found[2] ?? ''}`;
  return object === undefined || object === null || object === about
    ? finish(`${found[1] ?? ''} ${countable(found[1] ?? '', about)} ${rest}`)
    : finish(`${found[1] ?? ''} ${object} ${rest} of ${about}`);
}

function putAt(text: string, { word, kind, start, end }: Pointer, about: string): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (kind === 'owner') {
    const owned = /^\s+([\p{L}\p{N}_-]+(?:\s+[\p{L}\p{N}_-]+)?)(.*)$/u.exec(after);
    return owned === null ? `${before}${about}${after}` : `${before}the ${owned[1]} of ${about}${owned[2]}`;
  }
  if (kind === 'place') return `${before}in ${about}${after}`;
  const put = kind === 'things' ? pluralOf(about) : kind === 'one' ? anyOf(about) : about;
  return `${agreeing(before, { word, subject: put })}${put}${after}`;
}

/** "Is it paid?" about several becomes "are", "are they" about one "is". */
function agreeing(
  before: string,
  { word, subject }: { readonly word: string; readonly subject: string },
): string {
  const verbs = /^th(?:ey|ese|ose)$/u.test(word)
    ? /\b(?:are|were|do|have)(?=\s+$)/iu
    : /\b(?:is|was|does|has)(?=\s+$)/iu;
  return before.replace(verbs, (verb) => agree(verb, subject));
}

/** "The password" as "a password". */
function anyOf(about: string): string {
  const bare = /^the\s+(\S.*)$/iu.exec(about)?.[1];
  return bare === undefined || isPlural(headOf(bare))
    ? about
    : `${/^[aeiou]/iu.test(bare) ? 'an' : 'a'} ${bare}`;
}

function pluralOf(about: string): string {
  const head = headOf(about);
  const single = /^an?\s+(\S.*)$/iu.exec(head)?.[1];
  return single === undefined ? about : `${inPlural(single)}${about.slice(head.length)}`;
}
