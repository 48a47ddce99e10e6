import { openEvaluations } from '../../app/open-evaluations.ts';
import { systemClock } from '../../clock/clock.ts';
import { createGoldenSets } from '../../evaluating/create-golden-sets.ts';
import type { Evaluations, GoldenSets } from '../../interfaces/evaluations.ts';
import { createLog } from '../../log/create-log.ts';
import type { CommandContext } from '../command-context.ts';
import { type PackOptions, type PacksAtHand, withPack } from '../packs/with-packs.ts';

type PackHand = Parameters<Parameters<typeof withPack>[3]>[0];

export interface GoldenHand extends PackHand {
  readonly goldenSets: GoldenSets;
}

export interface EvaluatingHand extends Pick<PacksAtHand, 'tenant'>, Pick<PackHand, 'pack'> {
  readonly evaluations: Evaluations;
}

/** Opens a pack and its golden set for one command. No model is needed for it. */
export async function withGoldenSet<Value>(
  context: CommandContext,
  wanted: string,
  options: PackOptions,
  work: (hand: GoldenHand) => Promise<Value>,
): Promise<Value> {
  return await withPack(context, wanted, options, async (hand) => {
    const { knowledge, golden } = hand.data.store;
    return await work({ ...hand, goldenSets: createGoldenSets({ knowledge, golden, clock: systemClock }) });
  });
}

/** Opens a pack and everything that answers questions, as the service has it, for one command. */
export async function withEvaluations<Value>(
  context: CommandContext,
  wanted: string,
  options: PackOptions,
  work: (hand: EvaluatingHand) => Promise<Value>,
): Promise<Value> {
  // First: a fault in it is said before anything is opened.
  const languageModels = context.languageModels();
  const config = context.config();
  return await withPack(context, wanted, options, async ({ data, whole, tenant, pack }) => {
    const log = createLog(config.logLevel === 'debug' ? 'debug' : 'silent', { write: context.terminal.err });
    const { evaluations, close } = await openEvaluations({ config, data, whole, languageModels, log });
    try {
      return await work({ evaluations, tenant, pack });
    } finally {
      await close();
    }
  });
}
