import { bands, type EvaluationResult } from '@avow/contract';
import { wilsonInterval } from '@avow/foundation';
import { isRight } from '../golden/evaluate-reply.ts';
import { type FigureGroup, shareRow } from './figure-rows.ts';

type KindOf = (result: EvaluationResult) => string;

const kinds: Readonly<Record<string, KindOf>> = {
  'By expectation': expectationOf,
  'By confidence band': ({ confidence }) => confidence?.band ?? 'none',
  'By source of the answer': ({ routing_source }) => routing_source.replaceAll('_', ' '),
  'By tier': ({ model_tier }) => `tier ${model_tier}`,
};

/** Right outcomes by kind of question. A grouping with only one kind is omitted. */
export function kindGroups(results: readonly EvaluationResult[]): FigureGroup[] {
  return Object.entries(kinds).flatMap(([name, kindOf]) => {
    const groups = [...Map.groupBy(results, kindOf)].sort(([one], [other]) => orderOf(one, other));
    if (groups.length < 2) return [];
    const rows = groups.map(([kind, some]) => {
      const total = some.length;
      const hits = some.filter(isRight).length;
      return shareRow(kind, { hits, total, value: hits / total, ...wilsonInterval({ hits, total }) });
    });
    return [{ name, rows }];
  });
}

/** Bands from high to none; all else by name. */
function orderOf(one: string, other: string): number {
  const ranks: readonly string[] = bands;
  return ranks.indexOf(one) - ranks.indexOf(other) || (one < other ? -1 : 1);
}

function expectationOf({ expects }: EvaluationResult): string {
  if (expects.kind === 'not_covered') return 'not covered';
  if (expects.verdict !== null) return 'yes or no';
  return expects.facts.length > 0 ? 'facts' : 'a source alone';
}
