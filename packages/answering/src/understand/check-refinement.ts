import { languagesOfWord } from '@avow/text/languages';
import { contentTerms, hasNegation, isGenericTerm, isNumberTerm, wordsOf } from '@avow/text/terms';
import type { Turn } from '../question.ts';

const unitsMax = 500;
/** The share of the content of the prompt that the question must keep. */
const keptShareMin = 0.7;
const sharedStartMin = 4;
const sharedShareMin = 0.6;
const questionMark = /[?？؟;]$|か。?$/u;
/** Verbs that a whole question needs and a follow-up leaves out. */
const harmless: ReadonlySet<string> = new Set(contentTerms('get take need happen mean use receive apply'));
const placeholder = /\[[A-Z][A-Z_]*_\d+\]/g;
const asksFor = /\b(?:why|when|where|who)\b/giu;
const foreignNegations =
  /(?<!\p{L})(?:nicht|nie|kein|keine|keinen|ohne|pas|jamais|sans|nunca|sin|mai|senza|não|nunca|sem|niet|geen|zonder)(?!\p{L})/iu;

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const particles: ReadonlySet<string> = new Set('呢吗吧呀么那的の是はがをもとでにか');

export interface Refinement {
  readonly prompt: string;
  readonly question: string;
  readonly history: readonly Turn[];
}

/** Whether a question that a model wrote keeps everything that the prompt asks, and adds nothing that nobody has said. */
export function isFaithful({ prompt, question, history }: Refinement): boolean {
  if (question.length > unitsMax || /[\r\n]/.test(question) || !questionMark.test(question)) return false;
  const said = [prompt, ...history.flatMap((turn) => [turn.prompt, turn.question])].join('\n');
  return keepsPrompt(prompt, question) && addsNothing(question, said);
}

/** The words of content; of text without spaces the characters, since its word boundaries are unknown. */
function saidIn(text: string): string[] {
  return contentTerms(text).flatMap((term) =>
    unspaced.test(term) ? [...term].filter((character) => !particles.has(character)) : [term],
  );
}

function keepsPrompt(prompt: string, question: string): boolean {
  const terms = saidIn(question);
  const own = [...new Set(saidIn(prompt))].filter((term) => !isGenericTerm(term) && !isGrammar(term));
  const kept = own.filter((term) => terms.some((other) => isSameWord(term, other)));
  if (kept.length < own.length * keptShareMin) return false;
  const words = [...terms, ...wordsOf(question)].map((word) => word.toLowerCase());
  const exact = [...own.filter(isNumberTerm), ...namesIn(prompt).map((name) => name.toLowerCase())];
  if (!exact.every((word) => words.some((other) => isSameWord(word, other)))) return false;
  if (!(prompt.match(placeholder) ?? []).every((name) => question.includes(name))) return false;
  const asking = new Set(wordsOf(question).map((word) => word.toLowerCase()));
  return (prompt.match(asksFor) ?? []).every((word) => asking.has(word.toLowerCase()));
}

/** Words in capitals that do not begin the sentence. */
function namesIn(text: string): string[] {
  return wordsOf(text)
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word) && word !== 'I' && !/^I['’]/u.test(word));
}

function addsNothing(question: string, said: string): boolean {
  const known = new Set(saidIn(said));
  const isKnown = (term: string) =>
    known.has(term) ||
    harmless.has(term) ||
    isGrammar(term) ||
    (!isNumberTerm(term) && [...known].some((other) => isSameWord(term, other)));
  if (!saidIn(question).every(isKnown)) return false;
  if (!(question.match(placeholder) ?? []).every((name) => said.includes(name))) return false;
  const denies = (text: string) => hasNegation(text) || foreignNegations.test(text);
  return !denies(question) || denies(said);
}

/** Of languages other than English, whose grammar counts as content elsewhere. */
const grammarTerms: ReadonlySet<string> = new Set([...languagesOfWord.keys()].flatMap(contentTerms));

function isGrammar(term: string): boolean {
  return grammarTerms.has(term);
}

/** Equal but for how it is inflected: "ship" and "shipping", "Tage" and "Tagen". */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (isNumberTerm(one) || isNumberTerm(other)) return false;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= sharedStartMin && shared >= Math.max(one.length, other.length) * sharedShareMin;
}
