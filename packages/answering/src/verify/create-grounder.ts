import type { ClaimJudgement, ClaimToJudge, Reader } from '@avow/inference';
import { quoteOfVerdict } from './confirm-unit.ts';
import { type GroundLines, groundLines } from './ground-lines.ts';
import { chooseGrounding, claimsFor, findUnitWords, leastOf, waysToJudge } from './ground-unit.ts';
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
    confirm: async (unit, { grounding, verdict, sources }, call) => {
      const refused = (why: string) => ({ ...grounding, unconfirmed: why });
      const read = sources.slice(0, sourcesMax).map(readOnce);
      const named = quoteOfVerdict(unit, verdict, { sources: read, lines });
      if (named.kind === 'refused') return refused(named.why);
      const { candidate } = named;
      const judged = (await reader?.judge(claimsFor(unit, candidate, read), call)) ?? null;
      const [least] = judged === null ? [] : leastOf(judged);
      if (least === undefined) return refused('its words were not judged');
      const { supported, contradicted } = least;
      if (contradicted > lines.decidedContradictedMin) return refused('its words contradict it');
      return {
        kind: 'supported',
        quotes: candidate.quotes,
        judged: { supported, contradicted },
        isConfirmed: true,
      };
    },
  };
}

function leastOfEach(
  claims: ReadonlyArray<readonly ClaimToJudge[]>,
  judged: readonly ClaimJudgement[],
): ClaimJudgement[] {
  const left = [...judged];
  return claims.flatMap(({ length }) => leastOf(left.splice(0, length)));
}
