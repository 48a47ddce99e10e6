import type { ClaimJudgement, ClaimToJudge } from '@avow/inference';
import { readRows } from '../data-sets.ts';

type Class = keyof ClaimJudgement;

export interface JudgedRow extends ClaimToJudge {
  readonly isSupported: boolean;
  /** Null if it is only known to be unsupported. */
  readonly exactly: Class | null;
}

/** Claims of one source with human judgements. */
export interface JudgedSet {
  readonly pool: 'entailment' | 'grounding';
  readonly name: string;
  readonly rows: readonly JudgedRow[];
  /** Whether all three classes occur and every row has one. */
  readonly isThreeWay: boolean;
}

const classes: Readonly<Record<string, Class>> = {
  entailment: 'supported',
  contradiction: 'contradicted',
  neutral: 'neither',
};

/** Pairs of short texts: whether one follows from the other. */
export function readEntailmentSets(dataFolder: string): JudgedSet[] {
  interface Row {
    readonly p: string;
    readonly h: string;
    readonly y: string;
    readonly src: string;
  }
  const rows = readRows<Row>(dataFolder, 'nli_pool/test').map(({ p, h, y, src }) => ({
    src,
    claim: h,
    evidence: p,
    isSupported: y === 'entailment',
    exactly: classes[y] ?? null,
  }));
  return setsOf('entailment', rows);
}

/** The pool has no test split: training leaves out every sixth row of its sources. */
const isHeldRow = (at: number) => at % 6 === 0;

/**
 * Answers and summaries of models: whether a longer text supports them. Reads only rows that were not trained on.
 * `keptApart` names the sources that were held out entirely; null if unknown: then all rows are read.
 */
export function readGroundingSets(dataFolder: string, keptApart: readonly string[] | null): JudgedSet[] {
  interface Row {
    readonly context: string;
    readonly claim: string;
    readonly supported: 0 | 1;
    readonly src: string;
  }
  const rows = readRows<Row>(dataFolder, 'grounding_pool/train')
    .filter(({ src }, at) => keptApart === null || keptApart.includes(src) || isHeldRow(at))
    .map(({ context, claim, supported, src }) => ({
      src,
      claim,
      evidence: context,
      isSupported: supported === 1,
      exactly: null,
    }));
  return setsOf('grounding', rows);
}

function setsOf(
  pool: JudgedSet['pool'],
  all: ReadonlyArray<JudgedRow & { readonly src: string }>,
): JudgedSet[] {
  return [...Map.groupBy(all, ({ src }) => src)].map(([name, rows]) => {
    const found = new Set(rows.map(({ exactly }) => exactly));
    return { pool, name, rows, isThreeWay: found.size === 3 && !found.has(null) };
  });
}
