import type { FindOrders } from '../../interfaces/content-packs.ts';
import type { Gauge } from '../../interfaces/screener.ts';
import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import { assessAttacks } from './assess-attack.ts';

/** For people who look at a report: without a model, so only what is all but sure. */
const scoreMin = 0.95;

/** Says why a text reads like orders, by rules and a first guess. */
export function createFindOrders(gauge: Gauge | null): FindOrders {
  return (text) => {
    const assessed = assessAttacks([text], { gauge, screener: null }, { timeoutMs: 0 });
    const found = 'then' in assessed ? undefined : assessed[0];
    if (found === undefined || found.score < scoreMin) return null;
    return found.kind === null
      ? 'The text reads like orders to whatever reads it.'
      : attackReasonings[found.kind];
  };
}
