import { quantile } from '@avow/foundation/statistics';
import { percent, writeTable } from '../report-figures.ts';
import type { WrittenRow } from './written-row.ts';

type Marked = { readonly answerable: boolean; readonly mark: WrittenRow['mark'] };

/** Shares by mark. Of what cannot be answered, any answer is wrong, and refusing is right. */
interface MarkShares {
  readonly answerable: number;
  readonly right: number;
  readonly partly: number;
  readonly wrong: number;
  readonly refused: number;
  readonly unanswerable: number;
  /** Of those that cannot be answered. */
  readonly answeredAnyway: number;
}

function markShares(rows: readonly Marked[]): MarkShares {
  const answerable = rows.filter((row) => row.answerable);
  const others = rows.filter((row) => !row.answerable);
  const share = (some: readonly Marked[], ...marks: readonly Marked['mark'][]) =>
    some.length === 0 ? 0 : some.filter(({ mark }) => marks.includes(mark)).length / some.length;
  return {
    answerable: answerable.length,
    right: share(answerable, 'right'),
    partly: share(answerable, 'partly'),
    wrong: share(answerable, 'wrong'),
    refused: share(answerable, 'refused', 'failed'),
    unanswerable: others.length,
    answeredAnyway: share(others, 'wrong', 'right', 'partly'),
  };
}

export interface WrittenFigures {
  readonly questions: number;
  readonly delivered: MarkShares;
  readonly deliveredByTier: Readonly<Record<string, MarkShares>>;
  /** On the questions that the model wrote a draft for, by facts alone. */
  readonly drafts: MarkShares;
  readonly deliveredOfDrafts: MarkShares;
  /** Answers that the model wrote right, and of these those that reached the asker right. */
  readonly rightDrafts: number;
  readonly rightDraftsDelivered: number;
  readonly sentences: {
    readonly written: number;
    readonly kept: number;
    readonly removed: Readonly<Record<string, number>>;
  };
  readonly modelFaults: Readonly<Record<string, number>>;
  readonly timeMs: { readonly p50: number; readonly p99: number };
  readonly modelTimeMs: { readonly p50: number; readonly p99: number };
  readonly tokensEach: { readonly input: number; readonly output: number };
}

export function writtenFigures(rows: readonly WrittenRow[]): WrittenFigures {
  const drafted = rows.filter((row) => row.draft_mark !== null);
  const sentences = rows.flatMap((row) => row.sentences);
  const asked = rows.filter(({ tokens }) => tokens.input > 0);
  const mean = (read: (row: WrittenRow) => number) =>
    asked.reduce((sum, row) => sum + read(row), 0) / Math.max(1, asked.length);
  return {
    questions: rows.length,
    delivered: markShares(rows),
    deliveredByTier: Object.fromEntries(
      [...Map.groupBy(rows, ({ tier }) => `tier ${tier ?? 'none'}`)]
        .sort(([one], [other]) => other.localeCompare(one))
        .map(([tier, its]) => [tier, markShares(its)]),
    ),
    drafts: markShares(drafted.map((row) => ({ ...row, mark: row.draft_mark ?? 'refused' }))),
    deliveredOfDrafts: markShares(drafted.map((row) => ({ ...row, mark: row.mark_by_facts }))),
    ...rightDraftsOf(drafted),
    sentences: {
      written: sentences.length,
      kept: sentences.filter(({ isKept }) => isKept).length,
      removed: countBy(sentences.flatMap(({ reason }) => reason ?? [])),
    },
    modelFaults: countBy(rows.flatMap((row) => row.model_fault ?? [])),
    timeMs: quantiles(rows.map((row) => row.time_ms)),
    modelTimeMs: quantiles(asked.map((row) => row.model_time_ms)),
    tokensEach: { input: mean(({ tokens }) => tokens.input), output: mean(({ tokens }) => tokens.output) },
  };
}

function rightDraftsOf(rows: readonly WrittenRow[]) {
  const right = rows.filter((row) => row.answerable && row.draft_mark === 'right');
  const delivered = right.filter((row) => row.mark_by_facts === 'right');
  return { rightDrafts: right.length, rightDraftsDelivered: delivered.length };
}

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length] as const);
  return Object.fromEntries(counts.sort(([, one], [, other]) => other - one));
}

export function writeWrittenReport(figures: WrittenFigures): string {
  const row = (name: string, shares: MarkShares) => [
    name,
    String(shares.answerable),
    ...[shares.right, shares.partly, shares.wrong, shares.refused].map(percent),
    String(shares.unanswerable),
    percent(shares.answeredAnyway),
  ];
  const heading = ['answerable', 'right', 'partly', 'wrong', 'refused', 'unanswerable', 'answered anyway'];
  const { sentences, timeMs, modelTimeMs, tokensEach } = figures;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `${figures.questions} questions`,
    writeTable([
      ['', ...heading],
      row('delivered, by facts and sources', figures.delivered),
      ...Object.entries(figures.deliveredByTier).map(([tier, shares]) =>
        row(`  answered by ${tier}`, shares),
      ),
    ]),
    'What verification did, on the questions that the model wrote a draft for, marked by facts alone:',
    writeTable([
      ['', ...heading],
      row('drafts as written', figures.drafts),
      row('delivered', figures.deliveredOfDrafts),
    ]),
    `Of ${figures.rightDrafts} answers that the model wrote right, ${figures.rightDraftsDelivered} reached the asker right`,
    `Sentences: ${sentences.written} written, ${sentences.kept} kept`,
    ...Object.entries(sentences.removed).map(([reason, count]) => `  ${count} removed: ${reason}`),
    ...Object.entries(figures.modelFaults).map(([fault, count]) => `Model: ${count} times ${fault}`),
    `Time of a question: p50 ${seconds(timeMs.p50)}, p99 ${seconds(timeMs.p99)}; of the model: p50 ${seconds(modelTimeMs.p50)}, p99 ${seconds(modelTimeMs.p99)}`,
    `Tokens of a question: ${tokensEach.input.toFixed(0)} in, ${tokensEach.output.toFixed(0)} out`,
  ].join('\n');
}
