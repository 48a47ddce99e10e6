import { createLog } from '@avow/foundation/log';
import type { CommandContext } from '../../../cli/command-context.ts';
import { type OpenedPacks, type PackOptions, withPack } from '../../content/commands/with-packs.ts';
import { composeGoldenSets } from '../compose/compose-golden-sets.ts';
import type { Evaluations, GoldenSets } from '../evaluation.ts';

type OpenedPack = Parameters<Parameters<typeof withPack>[3]>[0];

export interface OpenedGoldenSet extends OpenedPack {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Pick<Evaluations, 'get' | 'list'>;
}

export interface OpenedForEvaluation extends Pick<OpenedPacks, 'tenant'>, Pick<OpenedPack, 'pack'> {
  readonly evaluations: Evaluations;
}

/** Opens a pack and its golden set for one command. No model is needed for it. */
export async function withGoldenSet<Value>(
  context: CommandContext,
  wanted: string,
  options: PackOptions,
  work: (opened: OpenedGoldenSet) => Promise<Value>,
): Promise<Value> {
  return await withPack(context, wanted, options, (opened) =>
    work({ ...opened, ...composeGoldenSets(opened.data) }),
  );
}

/** Opens a pack and the models that answer questions, as in the service, for one command. */
export async function withEvaluations<Value>(
  context: CommandContext,
  wanted: string,
  options: PackOptions,
  work: (opened: OpenedForEvaluation) => Promise<Value>,
): Promise<Value> {
  // Read first, so that a fault is reported before anything is opened.
  const languageModels = context.languageModels();
  const config = context.config();
  return await withPack(context, wanted, options, async ({ data, packSearch, tenant, pack }) => {
    // Only some of these commands answer questions, and the code for it is most of what there is.
    const { openEvaluations } = await import('../compose/open-evaluations.ts');
    const log = createLog(config.logLevel === 'debug' ? 'debug' : 'silent', { write: context.terminal.err });
    const { evaluations, close } = await openEvaluations({ config, data, packSearch, languageModels, log });
    try {
      return await work({ evaluations, tenant, pack });
    } finally {
      await close();
    }
  });
}
