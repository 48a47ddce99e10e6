import { questionLanguage } from '@avow/text/languages';
import { contentTerms, isGenericTerm, wordsOf } from '@avow/text/terms';
import type { Turn } from '../question.ts';
import { type Anchor, carry } from './carry-question.ts';
import { followUpWords } from './other-languages.ts';
import { putEllipsis, putInParallel } from './put-in-parallel.ts';
import { putSubjectIn, putThen, replaceVerbPhrase } from './put-pointed.ts';
import { putRelation } from './put-related.ts';
import { finish, withoutMark } from './question-shape.ts';
import { type FollowUp, pointsIntoList, readFollowUp, withoutCourtesy } from './read-follow-up.ts';
import { replyToCourtesy } from './reply-to-courtesy.ts';

/** A longer prompt names its subject; and no pattern is tried on a text of any length. */
export const followUpUnitsMax = 500;
/** Of a question that was joined repeatedly, only the standalone one is worth keeping. */
const anchorUnitsMax = 400;
const inOrder = /\b(?:first|second|third|fourth|fifth|last|former|latter)\b/iu;
const foreignWordsMax = 9;
const unspacedLettersMax = 6;

/**
 * Turns a follow-up into a standalone question: "and for contractors?" after "How many days do employees get?"
 * asks how many days contractors get. By rules alone: if they do not decide what replaces what, the follow-up is
 * joined to what it follows. `history` is newest first.
 */
export function refineByRules(
  { text, language }: { readonly text: string; readonly language: string | null },
  history: readonly Turn[],
): string {
  const anchored = text.length > followUpUnitsMax ? null : anchorOf(history);
  if (anchored === null) return text;
  const { question: anchor } = anchored;
  const prompt = text.trim();
  // The language to answer in may differ from that of the prompt.
  const detected = [prompt, anchor].map((one) => questionLanguage({ given: null, text: one }));
  const spoken = (detected[0] ?? detected[1] ?? language ?? 'en').split('-')[0]?.toLowerCase();
  const foreign = followUpWords[spoken ?? ''];
  if (foreign !== undefined) return refineForeign(prompt, anchor, foreign) ?? text;
  if (spoken !== 'en' || !/\p{sc=Latin}/u.test(prompt))
    return isTooShort(prompt) ? `${anchor} ${prompt}` : text;
  const followUp = readFollowUp(prompt);
  if (followUp === null) return putEllipsis(prompt, anchor) ?? text;
  const isParallel = followUp.kind === 'fragment' || followUp.kind === 'predicate';
  if (!isParallel && anchored.joined !== null) return join(anchored.joined, prompt);
  // Which one is the second, only the answer says.
  if (pointsIntoList.test(withoutMark(prompt)) && !inOrder.test(anchor)) return join(anchor, prompt);
  return resolve(followUp, anchored) ?? join(anchor, prompt);
}

/** Both, one after the other. */
function join(anchor: string, prompt: string): string {
  return `${anchor}${/[\p{L}\p{N}]$/u.test(anchor) ? '?' : ''} ${prompt}`;
}

/** The question to go back to: the last that names its subject, without the follow-ups that were only joined to it. */
function anchorOf(history: readonly Turn[]): Anchor | null {
  const turns = history.filter(
    ({ question, prompt }) =>
      replyToCourtesy(prompt) === null &&
      contentTerms(withoutCourtesy(question.slice(0, anchorUnitsMax))).length > 0,
  );
  const last = turns[0];
  if (last === undefined) return null;
  const { question, prompt, wasDenied = null } = last;
  const base = turns.reduce((text, turn) => withoutJoined(text, turn.prompt), question);
  const isJoined = base.length < question.length;
  // What the follow-up has named may be what is pointed to next.
  const joined = isJoined && namesSomething(prompt) ? join(base, prompt.trim()) : null;
  const alone =
    base.length <= anchorUnitsMax ? base : turns.find((turn) => turn.question === turn.prompt)?.question;
  return {
    question: (alone ?? base).slice(0, anchorUnitsMax).trim(),
    wasDenied: isJoined ? null : wasDenied,
    joined: joined !== null && joined.length <= anchorUnitsMax ? joined : null,
  };
}

/** As it was before a follow-up was joined to it, as a sentence of its own or by "and". */
function withoutJoined(question: string, prompt: string): string {
  const before = (end: string) => (question.endsWith(end) ? question.slice(0, -end.length).trim() : '');
  const asked = prompt.trim();
  if (asked === '') return question;
  const sentence = before(` ${asked}`) || before(` ${asked}?`);
  if (/[?!.…？。]$/u.test(sentence)) return sentence;
  return before(`, and ${withoutMark(asked).replace(/^and\s+/iu, '')}?`) || question;
}

function namesSomething(prompt: string): boolean {
  return contentTerms(prompt.replace(pointsIntoList, '')).some((term) => !isGenericTerm(term));
}

function resolve(followUp: FollowUp, anchored: Anchor): string | null {
  const { question: anchor } = anchored;
  switch (followUp.kind) {
    case 'fragment':
      return putInParallel(anchor, followUp.phrase);
    case 'condition':
      return finish(`${withoutMark(anchor).replace(/,?\s+if\s.*$/iu, '')} ${followUp.clause}`);
    case 'bare':
      return carry(followUp.asks, anchored);
    case 'predicate':
      return replaceVerbPhrase(followUp.phrase, anchor);
    case 'relation':
      return putRelation(followUp.text, anchor);
    case 'pointing':
      return putSubjectIn(putThen(followUp.text, anchor), anchor);
  }
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
