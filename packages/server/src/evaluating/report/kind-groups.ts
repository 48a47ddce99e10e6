import { bands, type EvaluationResult } from '@avow/contract';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { isRight } from '../result-of.ts';
import { type FigureGroup, shareRow } from './figure-rows.ts';

type KindOf = (result: EvaluationResult) => string;

const kinds: Readonly<Record<string, KindOf>> = {
  'By what is expected': expectationOf,
  'By band of the score': ({ confidence }) => confidence?.band ?? 'none',
  'By where it came from': ({ routing_source }) => routing_source.replaceAll('_', ' '),
  'By tier': ({ model_tier }) => `tier ${model_tier}`,
};

/** Right outcomes, of questions of each kind. Kinds that all questions share tell nothing, and are left out. */
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
