import type { ClaimToJudge, Judgement, Reader } from '@avow/inference';
import { type GroundLines, groundLines } from './ground-lines.ts';
import { chooseGrounding, findUnitWords, leastOf, waysToJudge } from './ground-unit.ts';
import type { Grounder } from './grounder.ts';
import type { QuotableSource } from './quotable-source.ts';
import { type ReadSource, readQuotableSource } from './read-quotable-source.ts';

/** More than a model is ever given. */
const sourcesMax = 32;

/**
 * Ties sentences to quotes: by facts and words first, then by the judge's word. Sources are read once, however many
 * sentences are compared with them.
 */
export function createGrounder({
  reader,
  lines = groundLines,
}: {
  readonly reader: Pick<Reader, 'name' | 'judge'> | null;
  readonly lines?: GroundLines;
}): Grounder {
  const known = new WeakMap<QuotableSource, ReadSource>();
  const readOnce = (source: QuotableSource): ReadSource => {
    const read = known.get(source) ?? readQuotableSource(source);
    known.set(source, read);
    return read;
  };
  return {
    judge: reader?.name ?? null,
    prepare: (sources) => {
      for (const source of sources.slice(0, sourcesMax)) readOnce(source);
    },
    ground: async (unit, sources, call) => {
      const read = sources.slice(0, sourcesMax).map(readOnce);
      const found = findUnitWords(unit, read, lines);
      if (found.kind !== 'candidates') return found;
      const ways = waysToJudge(unit, found.candidates, read);
      const claims = ways.map((way) => way.claims);
      const judged = reader === null ? null : await reader.judge(claims.flat(), call);
      return chooseGrounding(
        ways.map(({ candidate }) => candidate),
        judged === null ? null : leastOfEach(claims, judged),
        lines,
      );
    },
  };
}

function leastOfEach(
  claims: ReadonlyArray<readonly ClaimToJudge[]>,
  judged: readonly Judgement[],
): Judgement[] {
  const left = [...judged];
  return claims.flatMap(({ length }) => leastOf(left.splice(0, length)));
}
