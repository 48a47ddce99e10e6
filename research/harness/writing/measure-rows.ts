import {
  chooseGrounding,
  claimsFor,
  findQuotes,
  findUnitWords,
  type GroundLines,
  groundLines,
  leastOf,
  type QuoteCandidate,
  readQuotableSource,
  type WordsFound,
  wantedOf,
} from '@avow/answering/testing/grounding';
import { readFacts } from '@avow/facts';
import type { ClaimJudgement, ClaimToJudge, Reader } from '@avow/inference';
import { judgeClaims } from '../ask-reader.ts';
import { callLimits, given } from '../in-calls.ts';
import type { GroundedRow } from './grounded-sets.ts';

/** The measurements of a row that do not depend on thresholds. */
export interface Measured<Row extends GroundedRow> {
  readonly row: Row;
  readonly words: WordsFound;
  /** Judgements of the candidates that lack no fact. */
  readonly judgements: readonly ClaimJudgement[];
  /** The judgement of the candidate with the most shared words, regardless of facts. */
  readonly alone: ClaimJudgement | null;
  readonly readMs: number;
  readonly wordsMs: number;
}

/** Accepts every row by words, so that thresholds can be chosen later. */
const openLines = { coverageMin: 0, gapMax: Number.POSITIVE_INFINITY, nearestCoverageMin: 1 };
const noFacts = readFacts('');

export async function measureRows<Row extends GroundedRow>(
  reader: Reader | null,
  { label, rows }: { readonly label: string; readonly rows: readonly Row[] },
): Promise<Measured<Row>[]> {
  const found = rows.map((row) => {
    const startedMs = performance.now();
    const sources = row.sources.map(readQuotableSource);
    const readMs = performance.now() - startedMs;
    const unit = { text: row.text, references: [], question: row.question, before: '' };
    const words = findUnitWords(unit, sources, openLines);
    const wordsMs = performance.now() - startedMs - readMs;
    const [nearest] = findQuotes({ ...wantedOf(unit), facts: noFacts }, sources);
    const candidates = words.kind === 'candidates' ? words.candidates : [];
    const claimed = (some: readonly QuoteCandidate[]) => some.map((one) => claimsFor(unit, one, sources));
    return {
      ...{ row, words, readMs, wordsMs },
      claims: claimed(candidates),
      aloneClaims: claimed(nearest === undefined ? [] : [nearest]),
    };
  });
  const judged = await judgeEach(
    reader,
    label,
    found.flatMap(({ claims, aloneClaims }) => [...claims, ...aloneClaims].flat()),
  );
  const least = (claims: readonly ClaimToJudge[]) =>
    leastOf(claims.flatMap((claim) => judged.get(keyOf(claim)) ?? []));
  return found.map(({ claims, aloneClaims, ...one }) => ({
    ...one,
    judgements: claims.flatMap(least),
    alone: aloneClaims.flatMap(least)[0] ?? null,
  }));
}

const keyOf = ({ claim, evidence }: ClaimToJudge) => `${claim}\n${evidence}`;

async function judgeEach(
  reader: Reader | null,
  label: string,
  claims: readonly ClaimToJudge[],
): Promise<ReadonlyMap<string, ClaimJudgement>> {
  if (reader === null) return new Map();
  const each = new Map(claims.map((claim) => [keyOf(claim), claim]));
  const judgements = await judgeClaims(reader, { label, claims: [...each.values()] });
  return new Map([...each.keys()].map((key, at) => [key, judgements[at] as ClaimJudgement]));
}

/** The time the judge takes for each row that facts and words accept, one after another. */
export async function timeJudge(reader: Reader, rows: readonly GroundedRow[]): Promise<number[]> {
  const times: number[] = [];
  for (const row of rows) {
    const sources = row.sources.map(readQuotableSource);
    const unit = { text: row.text, references: [], question: row.question, before: '' };
    const words = findUnitWords(unit, sources, groundLines);
    if (words.kind !== 'candidates') continue;
    const claims = words.candidates.flatMap((one) => claimsFor(unit, one, sources));
    const startedMs = performance.now();
    given(await reader.judge(claims, callLimits));
    times.push(performance.now() - startedMs);
  }
  return times;
}

export type GroundingMethod = 'facts' | 'judge' | 'both';

/** Whether the sentence would be kept. */
export function isKept(one: Measured<GroundedRow>, method: GroundingMethod, lines: GroundLines): boolean {
  if (method === 'judge') {
    const { alone } = one;
    const { supportedMin, contradictedMax } = lines.alone;
    return alone !== null && alone.supported >= supportedMin && alone.contradicted <= contradictedMax;
  }
  if (one.words.kind !== 'candidates') return one.words.kind === 'claims_nothing';
  const { candidates } = one.words;
  const standing = candidates
    .map((candidate, at) => ({ candidate, judgement: one.judgements[at] }))
    .filter(({ candidate: { score, gap } }) => score >= lines.coverageMin && gap <= lines.gapMax);
  if (standing.length === 0) return false;
  if (method === 'facts') return true;
  const judgements = standing.flatMap(({ judgement }) => (judgement === undefined ? [] : [judgement]));
  return (
    chooseGrounding(
      standing.map(({ candidate }) => candidate),
      judgements,
      lines,
    ).kind === 'supported'
  );
}
