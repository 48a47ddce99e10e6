import { foldText, foldVerbatim, foldWording, readFacts, readSourceFacts } from '@avow/facts';
import type { ClaimJudgement, ClaimToJudge } from '@avow/inference';
import { stripClosers } from '@avow/text/markdown';
import { findDisguise } from './find-disguise.ts';
import { findQuotes, foldSentence, type QuoteCandidate, termsOf } from './find-quote.ts';
import { findQuotedWords } from './find-quoted-words.ts';
import type { GroundLines } from './ground-lines.ts';
import { claimsNothing } from './ground-nothing.ts';
import type { Grounding, GroundingQuote, UnitToGround } from './grounder.ts';
import type { ReadSource } from './read-quotable-source.ts';
import { actorsOf, isClause, subjectStems } from './sentence-subject.ts';
import type { Wanted } from './weigh-piece.ts';

/** What words alone show about a sentence. */
export type WordsFound =
  | { readonly kind: 'claims_nothing' }
  | Extract<Grounding, { readonly kind: 'unsupported' }>
  /** Best first. */
  | { readonly kind: 'candidates'; readonly candidates: readonly QuoteCandidate[] };

const candidatesMax = 2;
const yesOrNo = /^\s*(?:yes|no|ja|nein|oui|non|sí|sure|certainly|of course|absolutely)\s*[.!]?\s*$/iu;
const pointsBack =
  /^\s*(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|each|one|then|there|also|otherwise|er|sie|es|dies\p{L}{0,2}|il|elle|ils|elles|cela|ce|esto|eso|ellos)(?![\p{L}'’])/iu;
/** Not "no" without a mark: "No guest may smoke" denies what follows. */
const verdictBefore = /^\s*(?:yes|no|ja|nein|oui|non|sí)[,.:;!]\s+/iu;
/** Fewer content words, as after a verdict, point back to the question. */
const statementTermsMin = 3;
const endsSentence = /[.!?…:]$/u;

const isVerdict = (text: string) => yesOrNo.test(text) || verdictBefore.test(text);
const isEnded = (text: string) => endsSentence.test(stripClosers(text.trim()));

/** Whether a sentence says by itself what it is about. */
function isStandalone(text: string): boolean {
  return isEnded(text) && !pointsBack.test(text) && !isVerdict(text);
}

/**
 * Whether a sentence can be judged without the question, which leads a judge astray: it takes what does not answer for
 * unsupported. What begins with "it" needs a sentence of a source that has all that was asked, or it may be true of something else.
 */
function isJudgedAlone(text: string, { bearing: { askedShare } }: QuoteCandidate): boolean {
  if (isVerdict(text)) return false;
  if (pointsBack.test(text))
    return askedShare === 1 && isClause(text) && termsOf(text).length >= statementTermsMin;
  return isEnded(text) || (isClause(text) && termsOf(text).length >= statementTermsMin);
}

const severalClauses =
  /[,;]|(?<!\p{L})(?:and|or|but|while|whereas|und|oder|aber|et|ou|mais|y|o|pero)(?!\p{L})/iu;

/** What a sentence is looked up by: its facts, its words, and what it points back to. */
export function wantedOf(unit: UnitToGround): Wanted {
  const terms = termsOf(unit.text);
  const isBare = yesOrNo.test(unit.text) || terms.length === 0;
  const refersToQuestion = !isBare && !isStandalone(unit.text);
  return {
    facts: readFacts(unit.text),
    sentence: foldSentence(unit.text),
    wording: foldWording(foldVerbatim(foldText(unit.text))),
    terms: isBare ? termsOf(unit.question) : terms,
    askedTerms: refersToQuestion ? termsOf(unit.question) : [],
    pointsBack: pointsBack.test(unit.text),
    subject: subjectStems(unit.text),
    actors: actorsOf(unit.text),
    isOneClause: !severalClauses.test(unit.text),
    asked: readSourceFacts(`${unit.question}\n${unit.before}`),
    references: unit.references,
  };
}

/** Facts and words, which cost next to nothing. */
export function findUnitWords(
  unit: UnitToGround,
  sources: readonly ReadSource[],
  lines: WordLines,
): WordsFound {
  const texts = sources.map(({ source }) => source.text);
  if (findDisguise(unit.text, texts) !== null) return { kind: 'unsupported', why: 'disguised' };
  const wanted = wantedOf(unit);
  if (claimsNothing(unit.text, wanted.facts, unit.question)) return { kind: 'claims_nothing' };
  const found = findQuotes(wanted, sources, placesNamed(unit, sources));
  const [best] = found;
  if (best === undefined) return { kind: 'unsupported', why: 'no_source' };
  if (best.missing.length > 0) {
    const near = nearestOf(found, lines);
    // What a sentence speaks of may have two names.
    const isOpen = near.nearest !== undefined && best.missing.every((one) => one === 'subject');
    return {
      kind: 'unsupported',
      why: 'fact_missing',
      ...near,
      ...(isOpen ? { undecided: sourcesOf([best]) } : {}),
    };
  }
  const most = candidatesMax + (best.isNamed === true ? 1 : 0);
  const candidates = found.filter((one) => hasWords(one, lines)).slice(0, most);
  if (candidates.length === 0) return { kind: 'unsupported', why: 'no_source' };
  return { kind: 'candidates', candidates };
}

/** Where the words are that the writer names. */
function placesNamed({ quotes = [], references }: UnitToGround, sources: readonly ReadSource[]) {
  const isNamed = ({ source }: ReadSource) => references.includes(source.number);
  const inOrder =
    quotes.length === 0 ? [] : sources.toSorted((one, other) => +isNamed(other) - +isNamed(one));
  return quotes.flatMap((words) => findQuotedWords(words, inOrder) ?? []);
}

function sourcesOf(candidates: readonly QuoteCandidate[]): number[] {
  return [...new Set(candidates.flatMap(({ quotes }) => quotes.map(({ source }) => source)))];
}

type WordLines = Pick<GroundLines, 'coverageMin' | 'gapMax' | 'nearestCoverageMin'>;

/** The quote of one place that has most of the words. */
function nearestOf(
  candidates: readonly QuoteCandidate[],
  { nearestCoverageMin }: WordLines,
): { readonly nearest?: readonly GroundingQuote[] } {
  const near = candidates.find(({ score, isOnePlace }) => isOnePlace && score >= nearestCoverageMin);
  return near === undefined ? {} : { nearest: near.quotes };
}

export function hasWords(
  { score, gap }: QuoteCandidate,
  { coverageMin, gapMax }: Pick<GroundLines, 'coverageMin' | 'gapMax'>,
): boolean {
  return score >= coverageMin && gap <= gapMax;
}

const evidenceUnitsMax = 1_600;
const surroundingsUnits = 150;
const contextUnitsMax = 200;
/** Of the rule below the head of a table: every mark would be a token, and none says anything. */
const longRun = /([-=_.*#~])\1{3,}/g;

/**
 * What a judge is asked: whether the quotes, in their context, support the sentence. If it says yes or no and what holds, the
 * quotes have to support that by itself as well: after the question, a judge leans towards a yes that repeats it.
 */
export function claimsFor(
  unit: UnitToGround,
  candidate: QuoteCandidate,
  sources: readonly ReadSource[],
): ClaimToJudge[] {
  const evidence = evidenceOf(candidate, sources);
  // A judge takes small changes of a sentence for errors: what says the same is judged as the source says it.
  if (candidate.sameWording !== null) return [{ claim: candidate.sameWording, evidence }];
  const claim = isJudgedAlone(unit.text, candidate) ? unit.text : `${unit.question} ${unit.text}`;
  const statement = unit.text.replace(verdictBefore, '');
  const isStated = statement !== unit.text && termsOf(statement).length >= statementTermsMin;
  return [claim, ...(isStated ? [statement] : [])].map((one) => ({ claim: one, evidence }));
}

/**
 * What a judge is asked of each candidate, once for each way of asking. After a question about several things, a judge takes
 * one value for a wrong answer. So a value is also judged by itself, if a sentence of the source has every word of it and is
 * about what was asked: it has all words of the question, or another value rests on it.
 */
export function waysToJudge(
  unit: UnitToGround,
  candidates: readonly QuoteCandidate[],
  sources: readonly ReadSource[],
): { readonly candidate: QuoteCandidate; readonly claims: readonly ClaimToJudge[] }[] {
  return candidates.flatMap((candidate) => {
    const claims = claimsFor(unit, candidate, sources);
    const { isWhole, isOfAnother, unknown, askedShare } = candidate.bearing;
    const { beside } = unit;
    const isComplete = isWhole && !isOfAnother && unknown === 0;
    const isAskedAlone = claims.some(({ claim }) => claim === unit.text);
    if (beside === undefined || !isComplete || isAskedAlone) return [{ candidate, claims }];
    const isBeside = candidate.quotes.every((quote) => beside.some((one) => isSamePlace(quote, one)));
    if (askedShare < 1 && !isBeside) return [{ candidate, claims }];
    const alone = { claim: unit.text, evidence: evidenceOf(candidate, sources) };
    return [
      { candidate, claims },
      { candidate, claims: [alone] },
    ];
  });
}

function isSamePlace(one: GroundingQuote, other: GroundingQuote): boolean {
  return one.source === other.source && one.start === other.start && one.end === other.end;
}

function evidenceOf({ quotes }: QuoteCandidate, sources: readonly ReadSource[]): string {
  const share = Math.floor(surroundingsUnits / Math.max(1, quotes.length));
  const cited = quotes.flatMap(({ source: number, start, end }) =>
    sources.filter(({ source }) => source.number === number).map(({ source }) => ({ source, start, end })),
  );
  const parts = cited.map(({ source: { text }, start, end }) =>
    text.slice(Math.min(start, wordStart(text, start - share)), Math.max(end, wordEnd(text, end + share))),
  );
  const contexts = cited.map(({ source }) => `${source.title}\n${source.context}`.trim());
  const context = [...new Set(contexts)].join('\n').slice(0, contextUnitsMax);
  const evidence = [context, ...new Set(parts)].filter((part) => part !== '').join('\n');
  return evidence.replace(longRun, '$1$1$1').slice(0, evidenceUnitsMax).toWellFormed();
}

/** Nearest white space, so that no word is cut. */
function wordStart(text: string, from: number): number {
  if (from <= 0) return 0;
  const space = text.slice(from, from + 40).search(/\s/u);
  return space === -1 ? from : from + space + 1;
}

function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const before = text.slice(Math.max(0, to - 40), to);
  const space = before.search(/\s\S*$/u);
  return space === -1 ? to : to - before.length + space;
}

/** Of what was judged of one sentence, what speaks for it least; empty where nothing was. */
export function leastOf(judged: readonly ClaimJudgement[]): ClaimJudgement[] {
  const margin = ({ supported, contradicted }: ClaimJudgement) => supported - contradicted;
  return judged.toSorted((one, other) => margin(one) - margin(other)).slice(0, 1);
}

/** Combines the judge's verdict with the quotes: the first candidate that it finds supported. */
export function chooseGrounding(
  candidates: readonly QuoteCandidate[],
  judgements: readonly ClaimJudgement[] | null,
  lines: GroundLines,
): Grounding {
  const [best] = candidates;
  if (best === undefined) return { kind: 'unsupported', why: 'no_source' };
  if (judgements === null || judgements.length !== candidates.length) {
    // Words alone show that a sentence was copied, and never that another wording says the same.
    const copied = candidates.find(({ isCopied }) => isCopied);
    return copied === undefined
      ? { kind: 'unsupported', why: 'not_judged' }
      : { kind: 'supported', quotes: copied.quotes, judged: null };
  }
  const judged = candidates.map((candidate, at) => ({
    ...candidate,
    judgement: judgements[at] as ClaimJudgement,
    ...linesFor(candidate, lines),
  }));
  const confirmed = judged
    .filter(
      ({ judgement: { supported, contradicted }, ...line }) =>
        supported >= line.supportedEnough ||
        (supported >= line.supportedMin && contradicted <= line.contradictedMax),
    )
    .sort((one, other) => other.judgement.supported - one.judgement.supported)[0];
  if (confirmed === undefined) {
    const isContradicted = judged.some(
      ({ judgement, contradictedMax }) => judgement.contradicted > contradictedMax,
    );
    // What a source says in these words, it does not deny, whatever a judge makes of them.
    const open = judged.filter(
      ({ judgement, isCopied, sameWording }) =>
        isCopied || sameWording !== null || judgement.contradicted <= lines.oppositeMin,
    );
    const isDecided = judged.some(({ judgement }) => judgement.contradicted > lines.decidedContradictedMin);
    return {
      ...{ kind: 'unsupported', why: isContradicted ? 'contradicted' : 'unsupported' },
      ...nearestOf(open, lines),
      ...(isDecided ? {} : { undecided: sourcesOf(candidates) }),
    };
  }
  const { supported, contradicted } = confirmed.judgement;
  return { kind: 'supported', quotes: confirmed.quotes, judged: { supported, contradicted } };
}

function linesFor(
  { isCopied, sameWording, bearing }: QuoteCandidate,
  lines: GroundLines,
): GroundLines['worded'] {
  const never = { supportedEnough: Number.POSITIVE_INFINITY };
  if (isCopied || sameWording !== null)
    return { supportedMin: 0, contradictedMax: lines.copiedContradictedMax, ...never };
  if (!bearing.isWhole || bearing.isOfAnother) return { ...lines.together, ...never };
  return bearing.unknown === 0 ? lines.worded : { ...lines.alone, ...never };
}
