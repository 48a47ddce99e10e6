import type { PassageHit } from '@avow/search';
import { indexCodePoints } from '@avow/text/sentences';
import { isGenericTerm } from '@avow/text/terms';
import { type AnswerUnit, type ReadPassage, raiseCredits, readPassage } from './answer-units.ts';
import { isNegatedWhole } from './negation.ts';
import { type QuestionTerms, readQuestionTerms, weighQuestionTerms } from './weigh-question-terms.ts';

export interface ExtractedAnswer {
  readonly hit: PassageHit;
  /** Code points in the stored document. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** How much of what the question asks about the quote speaks of, 0 to 1. */
  readonly coverage: number;
  /** By how much the quote is better than the best of any other passage, 0 to 1. */
  readonly margin: number;
}

/**
 * Below this the passages do not cover the question. Words that no candidate holds weigh most, so a question about
 * something else stays well below even where it shares a common word or two; one that puts a verb differently stays above.
 */
export const coverageMin = 0.5;

const passagesMax = 16;
const runUnitsMax = 3;
/** A list or table is quoted whole up to this size, in UTF-16 units. */
const structureUnitsMax = 1_500;
/** A term found in the words that introduce a list, or elsewhere in the passage, counts in part. */
const introductionCredit = 0.9;
const elsewhereCredit = 0.3;
/** Each further sentence must bring at least this much. */
const sentencePrice = 0.04;
/** What a matching heading, and the search's own ranking, add when passages are compared. */
const topicBonus = 0.3;
const searchBonus = 0.3;
/** The weight of what a question may ask beyond its words. */
const doubt = 1;
/** A passage up to this size is quoted whole, unless the chosen words by themselves cover this share of what it covers. */
const sectionUnitsMax = 450;
const ownShareMin = 0.8;

interface Run {
  readonly passage: ReadPassage;
  /** Positions among the passage's units, both included. */
  readonly first: number;
  readonly last: number;
  readonly coverage: number;
  /** What the words cover by themselves, without headings and neighbours. */
  readonly own: number;
  readonly score: number;
}

/** Chooses the words that answer the question, or null where no passage covers it. The same input gives the same answer. */
export function extractAnswer(question: string, hits: readonly PassageHit[]): ExtractedAnswer | null {
  const questionTerms = readQuestionTerms(question);
  const passages = hits
    .filter((hit) => hit.kind === 'document' && !isNegatedWhole(hit.headings))
    .slice(0, passagesMax)
    .map((hit) => readPassage(hit, questionTerms));
  const weights = weighQuestionTerms(
    questionTerms,
    passages.map((passage) => passage.credits),
  );
  const searchScoreMax = Math.max(0, ...passages.map((passage) => passage.hit.score));
  const runs = passages
    .map((passage) => bestRun(passage, { questionTerms, weights, searchScoreMax }))
    .filter((run) => run !== null)
    .sort((one, other) => other.score - one.score);
  const [best, second] = runs;
  if (best === undefined || best.coverage < coverageMin || !speaksOf(questionTerms, best.passage))
    return null;
  const margin = Math.min(1, Math.max(0, best.score - (second?.score ?? 0)));
  return quoteOf(widen(best, questionTerms), { coverage: best.coverage, margin });
}

/** At least one word that says what the question is about must be there, not only such as "policy" or "need". */
function speaksOf(questionTerms: QuestionTerms, passage: ReadPassage): boolean {
  const specific = questionTerms.terms.filter((term) => !isGenericTerm(term));
  return specific.length === 0
    ? passage.credits.size === questionTerms.terms.length
    : specific.some((term) => passage.credits.has(term));
}

interface Measure {
  readonly questionTerms: QuestionTerms;
  readonly weights: ReadonlyMap<string, number>;
  readonly searchScoreMax: number;
}

/** The best one to three neighbouring units of a passage; the earlier of equals. */
function bestRun(passage: ReadPassage, measure: Measure): Run | null {
  let best: Run | null = null;
  const isNamed = passage.units.every(({ kind }) => kind === 'heading');
  for (let first = 0; first < passage.units.length; first += 1) {
    // A heading names its subject; what is below it answers.
    if (passage.units[first]?.kind === 'heading' && !isNamed) continue;
    for (let last = first; last < Math.min(first + runUnitsMax, passage.units.length); last += 1) {
      if (passage.units[last]?.group !== passage.units[first]?.group) break;
      const run = measureRun(passage, { first, last }, measure);
      if (best === null || run.score > best.score + 1e-9) best = run;
    }
  }
  return best;
}

function measureRun(
  passage: ReadPassage,
  { first, last }: { readonly first: number; readonly last: number },
  { questionTerms, weights, searchScoreMax }: Measure,
): Run {
  const units = passage.units.slice(first, last + 1);
  const credits = new Map<string, number>();
  for (const unit of units) raiseCredits(credits, unit.credits, 1);
  const own = share(credits, weights);
  const introduction = introductionOf(passage, first);
  if (introduction !== null)
    raiseCredits(credits, passage.units[introduction]?.credits ?? new Map(), introductionCredit);
  const label = passage.units[sectionAround(passage, { first, last }).first - 1];
  if (label !== undefined) raiseCredits(credits, label.credits, introductionCredit);
  raiseCredits(credits, passage.headingCredits, 1);
  raiseCredits(credits, passage.credits, elsewhereCredit);
  const coverage = share(credits, weights);
  const rank = searchScoreMax > 0 ? passage.hit.score / searchScoreMax : 0;
  const score =
    coverage +
    fitOf(questionTerms, units) +
    topicBonus * share(passage.topicCredits, weights) +
    searchBonus * rank -
    sentencePrice * (last - first) -
    // Of equals the earlier one.
    0.001 * first;
  return { passage, first, last, coverage, own, score };
}

/** The share of the question's weight that the credits cover. Few or common words are little to go by, and never reach 1. */
function share(credits: ReadonlyMap<string, number>, weights: ReadonlyMap<string, number>): number {
  let covered = 0;
  let all = doubt;
  for (const [term, weight] of weights) {
    covered += weight * (credits.get(term) ?? 0);
    all += weight;
  }
  return covered / all;
}

/** Whether the words can be the kind of answer that was asked for. */
function fitOf(questionTerms: QuestionTerms, units: readonly AnswerUnit[]): number {
  let fit = 0;
  const wantsNumber =
    questionTerms.kind === 'amount' ||
    questionTerms.kind === 'duration' ||
    questionTerms.kind === 'frequency';
  if (wantsNumber) fit += units.some((unit) => unit.hasNumber) ? 0.08 : -0.08;
  if (questionTerms.kind === 'time') fit += units.some((unit) => unit.hasNumber) ? 0.06 : 0;
  if (questionTerms.negated && !units.some((unit) => unit.negated)) fit -= 0.1;
  if (!questionTerms.negated && questionTerms.kind === 'manner' && units.every((unit) => unit.negated))
    fit -= 0.05;
  if (units.every((unit) => unit.kind === 'heading')) fit -= 0.3;
  return fit;
}

/** The position of the unit that introduces the list, table or code at this position; null where there is none. */
function introductionOf(passage: ReadPassage, position: number): number | null {
  const unit = passage.units[position];
  if (unit === undefined || unit.groupKind === 'paragraph') return null;
  const before = groupStart(passage, position) - 1;
  return passage.units[before]?.introduces ? before : null;
}

/** The units around these that no heading parts from them. */
function sectionAround(
  { units }: ReadPassage,
  run: Pick<Run, 'first' | 'last'>,
): Pick<Run, 'first' | 'last'> {
  let { first, last } = run;
  while (first > 0 && units[first - 1]?.kind !== 'heading') first -= 1;
  while (last + 1 < units.length && units[last + 1]?.kind !== 'heading') last += 1;
  return { first, last };
}

function groupStart({ units }: ReadPassage, position: number): number {
  let start = position;
  while (start > 0 && units[start - 1]?.group === units[position]?.group) start -= 1;
  return start;
}

function groupEnd({ units }: ReadPassage, position: number): number {
  let end = position;
  while (end + 1 < units.length && units[end + 1]?.group === units[position]?.group) end += 1;
  return end;
}

/** Takes in what the chosen words cannot be understood without. */
function widen(run: Run, questionTerms: QuestionTerms): Run {
  const { passage, first, last } = run;
  const unit = passage.units[first];
  if (unit === undefined) return run;
  const section = { ...run, ...sectionAround(passage, run) };
  const isShort = passage.text.length <= sectionUnitsMax && run.own < ownShareMin * run.coverage;
  if (isShort || (isAboutQuestion(run, questionTerms) && fits(section))) return section;
  if (unit.groupKind === 'list' || unit.groupKind === 'table') return widenStructure(run, questionTerms);
  const end = passage.units[last];
  if (end?.introduces && last + 1 < passage.units.length) {
    // The sentence announces what follows: without it the answer would break off at the colon.
    const whole = { ...run, last: groupEnd(passage, last + 1) };
    return fits(whole) ? whole : { ...run, last: last + 1 };
  }
  if (questionTerms.kind !== 'manner') return run;
  // A procedure goes on in the sentences that follow.
  return { ...run, last: Math.max(last, Math.min(groupEnd(passage, last), first + runUnitsMax - 1)) };
}

/** Where the headings say all that the chosen words say of the question, the section as a whole is the answer. */
function isAboutQuestion({ passage, first, last }: Run, questionTerms: QuestionTerms): boolean {
  const units = passage.units.slice(first, last + 1);
  return questionTerms.terms.every(
    (term) => passage.headingCredits.has(term) || !units.some((unit) => unit.credits.has(term)),
  );
}

function widenStructure(run: Run, questionTerms: QuestionTerms): Run {
  const { passage, first, last } = run;
  const introduction = introductionOf(passage, first);
  const lead = introduction === null ? undefined : passage.units[introduction];
  const whole = { ...run, first: introduction ?? groupStart(passage, first), last: groupEnd(passage, last) };
  const isTable = passage.units[first]?.groupKind === 'table';
  const leadAdds =
    lead !== undefined && [...lead.credits.keys()].some((term) => !passage.units[first]?.credits.has(term));
  // An item under "You must not:" says the opposite by itself, and a row says little without the head of its table.
  const needsWhole = isTable || questionTerms.kind === 'manner' || lead?.negated === true || leadAdds;
  if (!needsWhole) return run;
  if (fits(whole)) return whole;
  const fromLead = { ...run, first: introduction ?? first };
  return lead?.negated === true || fits(fromLead) ? fromLead : run;
}

function fits({ passage, first, last }: Run): boolean {
  return (passage.units[last]?.end ?? 0) - (passage.units[first]?.start ?? 0) <= structureUnitsMax;
}

function quoteOf(
  { passage, first, last }: Run,
  measured: { readonly coverage: number; readonly margin: number },
): ExtractedAnswer | null {
  const { hit } = passage;
  const from = passage.units[first]?.start;
  const to = passage.units[last]?.end;
  if (from === undefined || to === undefined) return null;
  const offsets = indexCodePoints(hit.text);
  const quote = hit.text.slice(from, to);
  return {
    hit,
    start: hit.start + offsets.toCodePoint(from),
    end: hit.start + offsets.toCodePoint(to),
    quote,
    ...measured,
  };
}
