import { systemClock } from '../clock/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { ModelsSettings } from '../interfaces/model-settings.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import type { Log } from '../log/create-log.ts';
import { type ComposedEvaluations, composeEvaluations } from './compose-evaluations.ts';
import { composeGuardrails } from './compose-guardrails.ts';
import { composePolicies } from './compose-policies.ts';
import type { DataFolder } from './open-data-folder.ts';
import { openModels } from './open-models.ts';

export interface OpenedEvaluations extends ComposedEvaluations {
  close(): Promise<void>;
}

/** What asks golden sets without a service around it: with the models and the policies that the service has. */
export async function openEvaluations({
  config,
  data,
  whole,
  languageModels,
  log,
}: {
  readonly config: Config;
  readonly data: DataFolder;
  readonly whole: WholeSearch;
  readonly languageModels: ModelsSettings;
  readonly log: Log;
}): Promise<OpenedEvaluations> {
  const { close, ...models } = await openModels(config, languageModels, log);
  try {
    const parts = { config, data, log, clock: systemClock, ...models };
    const guardrails = await composeGuardrails(parts);
    const policies = composePolicies(parts, guardrails);
    return { ...composeEvaluations(parts, { guardrails, policies, whole }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
