import { type Clock, systemClock } from '@avow/foundation';
import type { GuardrailPolicies } from '@avow/guardrails/policies';
import type { ModelsSettings } from '@avow/inference';
import type { Installation } from '../../../app/installation.ts';
import { openEncoder, openReader, openScreener } from '../../../app/models/open-embedded-models.ts';
import { openGuardModel } from '../../../app/models/open-guard-model.ts';
import type { Config } from '../../../config/load-config.ts';
import { composeGuardrails, composePolicies } from './compose-guardrails.ts';

export interface OpenedPolicies {
  readonly policies: GuardrailPolicies;
  close(): Promise<void>;
}

/** If a model has not started by then, checks that need it are reported as failed. */
const startMsMax = 60_000;

/**
 * Opens the policies of tenants without a service. The models that checks use are known, so that a policy is validated as
 * in the service, but they are started only if texts are to be checked.
 */
export async function openPolicies(
  config: Config,
  data: Installation['data'],
  {
    languageModels,
    startModels,
    clock = systemClock,
  }: {
    readonly languageModels: Pick<ModelsSettings, 'guardrail'>;
    readonly startModels: boolean;
    readonly clock?: Clock;
  },
): Promise<OpenedPolicies> {
  const opened: Array<{ close(): Promise<void> }> = [];
  const close = async () => {
    await Promise.all(opened.map((model) => model.close()));
  };
  const keep = <Model extends { close(): Promise<void> }>(model: Model | null): Model | null => {
    if (model !== null) opened.push(model);
    return model;
  };
  try {
    const guardModel = keep(await openGuardModel(languageModels.guardrail, { onChange: () => undefined }));
    const encoding = awaitStart();
    const screening = awaitStart();
    const encoder = keep(await openEncoder(config, { preload: startModels, onEvent: encoding.onEvent }));
    const screener = keep(await openScreener(config, { preload: startModels, onEvent: screening.onEvent }));
    // It is not used here, but checks need to know that it is installed.
    const reader = keep(await openReader(config));
    if (startModels) {
      const started = [encoder !== null && encoding.started, screener !== null && screening.started];
      await Promise.race([
        Promise.all(started),
        new Promise((resolve) => setTimeout(resolve, startMsMax).unref()),
      ]);
    }
    const models = { encoder, reader, screener, guardModel };
    const guardrails = await composeGuardrails({ config, data, clock, ...models });
    return { policies: composePolicies({ data, clock }, guardrails), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A check has about a second, so the first text must not wait for a model to load. A model that cannot be started is not
 * waited for either.
 */
function awaitStart() {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  return {
    started,
    onEvent: ({ kind }: { readonly kind: string }) =>
      void ((kind === 'started' || kind === 'lost') && resolve()),
  };
}
