import { systemClock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { ModelsSettings } from '@avow/inference';
import { openModels } from '../../../app/models/open-models.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import { composeGuardrails, composePolicies } from '../../policies/compose/compose-guardrails.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';
import { type ComposedEvaluations, composeEvaluations } from './compose-evaluations.ts';

export interface OpenedEvaluations extends ComposedEvaluations {
  close(): Promise<void>;
}

/** Opens evaluations without a service: with the same models and policies as the service has. */
export async function openEvaluations({
  config,
  data,
  packSearch,
  languageModels,
  log,
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly packSearch: SelfRepairingSearch;
  readonly languageModels: ModelsSettings;
  readonly log: Log;
}): Promise<OpenedEvaluations> {
  const { close, ...models } = await openModels(config, languageModels, log);
  try {
    const parts = { config, data, log, clock: systemClock, ...models };
    const guardrails = await composeGuardrails(parts);
    const policies = composePolicies(parts, guardrails);
    return { ...composeEvaluations(parts, { guardrails, policies, packSearch }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
