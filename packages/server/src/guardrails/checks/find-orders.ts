import type { FindOrders } from '../../interfaces/content-packs.ts';
import type { Gauge } from '../../interfaces/screener.ts';
import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import { finishSteps } from '../take-turns.ts';
import { seeThrough } from '../views/see-through.ts';
import { gaugeAttack } from './gauge-attack.ts';

/** For people who look at a report: without a model, so only what is all but sure. */
const scoreMin = 0.95;

/** Says why a text reads like orders, by rules and a first guess. */
export function createFindOrders(gauge: Gauge | null): FindOrders {
  return (text) => {
    const { found } = finishSteps(gaugeAttack(text, seeThrough(text), { gauge, screener: null }));
    if (found.score < scoreMin) return null;
    return found.kind === null
      ? 'The text reads like orders to whatever reads it.'
      : attackReasonings[found.kind];
  };
}
