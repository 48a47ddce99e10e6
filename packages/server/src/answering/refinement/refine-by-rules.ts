import { contentTerms, isGenericTerm, questionLanguage, wordsOf } from '@avow/text';
import type { Turn } from '../question.ts';
import { isComplement, isPlural, isVerb } from './english-grammar.ts';
import { findPointer, type Pointer } from './find-pointer.ts';
import { followUpWords } from './other-languages.ts';
import { putInParallel } from './put-in-parallel.ts';
import {
  finish,
  hasDeterminer,
  objectOf,
  predicateOf,
  type QuestionShape,
  readShape,
  subjectOf,
  withoutMark,
  writeShape,
} from './question-shape.ts';
import { type FollowUp, readFollowUp, withoutCourtesy } from './read-follow-up.ts';

/** A longer prompt names its subject; and no pattern is tried on a text of any length. */
export const followUpUnitsMax = 500;
/** Of a question that was joined repeatedly, only the standalone one is worth keeping. */
const anchorUnitsMax = 400;
const foreignWordsMax = 9;
const unspacedLettersMax = 6;
/** What is longer was not taken apart rightly, or makes no readable question. */
const aboutWordsMax = 8;

/**
 * Turns a follow-up into a standalone question: "and for contractors?" after "How many days do employees get?"
 * asks how many days contractors get. By rules alone: if they do not decide what replaces what, the follow-up is
 * joined to what it follows. `history` is newest first.
 */
export function refineByRules(
  { text, language }: { readonly text: string; readonly language: string | null },
  history: readonly Turn[],
): string {
  const anchor = text.length > followUpUnitsMax ? null : anchorOf(history);
  if (anchor === null) return text;
  const prompt = text.trim();
  // The language to answer in may differ from that of the prompt.
  const detected = [prompt, anchor].map((one) => questionLanguage({ given: null, text: one }));
  const spoken = (detected[0] ?? detected[1] ?? language ?? 'en').split('-')[0]?.toLowerCase();
  const foreign = followUpWords[spoken ?? ''];
  if (foreign !== undefined) return refineForeign(prompt, anchor, foreign) ?? text;
  if (spoken !== 'en' || !/\p{sc=Latin}/u.test(prompt))
    return isTooShort(prompt) ? `${anchor} ${prompt}` : text;
  const followUp = readFollowUp(prompt);
  if (followUp === null) return text;
  return resolve(followUp, anchor) ?? `${anchor} ${prompt}`;
}

/** The question to go back to: the last that names its subject. */
function anchorOf(history: readonly Turn[]): string | null {
  const turns = history.filter(
    ({ question }) => contentTerms(withoutCourtesy(question.slice(0, anchorUnitsMax))).length > 0,
  );
  const last = turns[0];
  if (last === undefined) return null;
  const alone =
    last.question.length <= anchorUnitsMax ? last : turns.find(({ prompt, question }) => question === prompt);
  return (alone ?? last).question.slice(0, anchorUnitsMax).trim();
}

function resolve(followUp: FollowUp, anchor: string): string | null {
  switch (followUp.kind) {
    case 'fragment':
      return putInParallel(anchor, followUp.phrase);
    case 'condition':
      return finish(`${withoutMark(anchor).replace(/,?\s+if\s.*$/iu, '')} ${followUp.clause}`);
    case 'bare':
      return carry(followUp.asks, anchor);
    case 'predicate':
      return replaceVerbPhrase(followUp.phrase, anchor);
    case 'pointing':
      return putSubjectIn(followUp.text, anchor);
  }
}

/** A bare "why?" is about the whole question before it. */
function carry(asks: string, anchor: string): string {
  const shape = readShape(anchor);
  const both = finish(`${withoutMark(anchor)}, and ${asks}`);
  if (shape === null || shape.auxiliary === '') return both;
  if (/^how many$|^how much$/iu.test(asks)) return count(asks, shape) ?? both;
  if (/^why not$/iu.test(asks))
    return finish(`why ${shape.auxiliary.toLowerCase()} ${shape.subject} not ${shape.predicate}`);
  // What was asked for may be what it is about.
  const isLost = contentTerms(shape.asks).some((term) => !isGenericTerm(term));
  return isLost ? both : writeShape({ ...shape, asks });
}

function count(asks: string, shape: QuestionShape): string | null {
  if (shape.asks !== '') return null;
  const auxiliary = shape.auxiliary.toLowerCase();
  const there = /^(\S+(?:\s+\S+)??)(\s+(?:in|on|at|for|per)\s.*)?$/iu.exec(shape.subject);
  if (shape.predicate === 'there' && there !== null)
    return finish(`${asks} ${there[1] ?? ''} ${auxiliary} there ${there[2] ?? ''}`);
  const found = shape.isPersonal ? objectOf(shape.predicate) : null;
  return found === null
    ? null
    : finish(`${asks} ${found.object} ${auxiliary} ${shape.subject} ${found.before} ${found.after}`);
}

/** "How do I back up the folder?" and "restore it". */
function replaceVerbPhrase(phrase: string, anchor: string): string | null {
  const shape = readShape(anchor);
  const pointer = findPointer(phrase);
  const about = subjectOf(anchor);
  if (shape === null || !shape.isPersonal || pointer === null || about === null) return null;
  return writeShape({ ...shape, predicate: putAt(phrase, pointer, about) });
}

/** What "it" and "they" point to takes their place. */
function putSubjectIn(text: string, anchor: string): string | null {
  const pointer = findPointer(text);
  if (pointer === null) return putCounted(text, anchor) ?? putOwn(text, anchor);
  const predicate = predicateOf(anchor);
  const before = text.slice(0, pointer.start);
  const after = text.slice(pointer.end);
  if (predicate !== null && pointer.word === 'it' && /^\s+(?:take|cost)$/iu.test(after))
    return finish(`${text} to ${predicate}`);
  if (predicate !== null && pointer.word === 'that' && after === '' && /\bfor\s+$/iu.test(before))
    return finish(`${before.replace(/\bfor\s+$/iu, '')}to ${predicate}`);
  // "This plan" keeps its noun.
  if (/^th(?:at|is|ese|ose)$/u.test(pointer.word) && namesKind(after)) return null;
  if (after === '' && /^th(?:at|is)$/u.test(pointer.word) && saysSomething(anchor)) return null;
  const about =
    pointer.kind === 'person' || isPersons(pointer)
      ? personOf(anchor)
      : subjectOf(anchor, { isMany: pointer.kind === 'things' });
  return about === null || wordsOf(about).length > aboutWordsMax ? null : finish(putAt(text, pointer, about));
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
  const about = subjectOf(anchor);
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
    : subjectOf(anchor);
}

/** "How many can I borrow?" leaves out of what. */
function putCounted(text: string, anchor: string): string | null {
  const found = /^(how many|how much|which)\s+(.*)$/iu.exec(text);
  const about = subjectOf(anchor);
  const shape = readShape(anchor);
  if (found === null || about === null) return null;
  const object = shape === null ? null : objectOf(shape.predicate)?.object;
  const rest = `${found[2] ?? ''}`;
  return object === undefined || object === null || object === about
    ? finish(`${found[1] ?? ''} ${about} ${rest}`)
    : finish(`${found[1] ?? ''} ${object} ${rest} of ${about}`);
}

function putAt(text: string, { kind, start, end }: Pointer, about: string): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (kind === 'owner') {
    const owned = /^\s+([\p{L}\p{N}_-]+(?:\s+[\p{L}\p{N}_-]+)?)(.*)$/u.exec(after);
    return owned === null ? `${before}${about}${after}` : `${before}the ${owned[1]} of ${about}${owned[2]}`;
  }
  if (kind === 'place') return `${before}in ${about}${after}`;
  if (kind === 'things') return `${before}${pluralOf(about)}${after}`;
  return `${isPlural(about) && !hasDeterminer(about) ? inPlural(before) : before}${about}${after}`;
}

/** "Is it paid?" about several items becomes "are". */
function inPlural(before: string): string {
  const plurals: Readonly<Record<string, string>> = { is: 'are', was: 'were', does: 'do', has: 'have' };
  return before.replace(/\b(?:is|was|does|has)(?=\s+$)/iu, (verb) => plurals[verb.toLowerCase()] ?? verb);
}

function pluralOf(about: string): string {
  const single = /^an?\s+(\S+(?:\s+[\p{L}-]+)?)$/iu.exec(about)?.[1];
  if (single === undefined || isPlural(single)) return about;
  return hasDeterminer(about) ? `${single}s` : about;
}

/** Of languages that nothing else is known of: what is no more than a name or a word. */
function isTooShort(prompt: string): boolean {
  const letters = prompt.match(/\p{L}/gu)?.length ?? 0;
  const isUnspaced =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(prompt);
  return letters > 0 && (isUnspaced ? letters <= unspacedLettersMax : wordsOf(prompt).length <= 2);
}

/** By joining at least: their sentences are not parsed. Null: it is standalone. */
function refineForeign(
  prompt: string,
  anchor: string,
  { opening, pointing, prepositions }: (typeof followUpWords)[string],
): string | null {
  const words = wordsOf(prompt);
  if (words.length > foreignWordsMax) return null;
  const plain = withoutMark(prompt).replace(/^[¿¡\s]+/u, '');
  const rest = plain.replace(opening, '').trim();
  const isOpened = rest.length < plain.length;
  if (!isOpened && !pointing.test(plain) && words.length > 2) return null;
  const preposition = isOpened ? new RegExp(`^(${prepositions})\\s+\\S`, 'iu').exec(rest)?.[1] : undefined;
  const found =
    preposition === undefined ? -1 : anchor.toLowerCase().lastIndexOf(` ${preposition.toLowerCase()} `);
  // "für den Saal" and "für den Garten", where nothing follows that would be lost.
  const tail = found < 0 ? '' : withoutMark(anchor.slice(found + 1));
  const isPlain = tail !== '' && tail.split(/\s+/).length <= rest.split(/\s+/).length + 1;
  if (!isPlain) return `${anchor} ${prompt}`;
  const mark = /\s*\?\s*$/u.exec(anchor)?.[0] ?? '?';
  return `${anchor.slice(0, found + 1)}${rest}${mark}`;
}
