import type { ModelSettings, ModelsSettings } from '@avow/inference';
import type { CheckedModels } from './check-models.ts';
import { openGuardModel } from './open-guard-model.ts';
import { openLanguageModels } from './open-language-models.ts';

export interface OpenedModelsToCheck extends CheckedModels {
  close(): Promise<void>;
}

const unobserved = { onChange: () => undefined };

/** Opens the configured models to check them, without a service. */
export async function openModelsToCheck(settings: ModelsSettings): Promise<OpenedModelsToCheck> {
  const { tiers, refinement, verification, close } = await openLanguageModels(settings, unobserved);
  const outputTokensMax = settings.refinement?.outputTokensMax;
  return {
    tiers,
    refinement:
      refinement === null || outputTokensMax === undefined ? null : { model: refinement, outputTokensMax },
    verification:
      verification === null
        ? null
        : { model: verification.model, outputTokensMax: verification.settings.outputTokensMax },
    guardrail: settings.guardrail === null ? null : guardrailToCheck(settings.guardrail),
    close,
  };
}

function guardrailToCheck(settings: ModelSettings): NonNullable<CheckedModels['guardrail']> {
  return {
    name: `${settings.provider}/${settings.model}`,
    open: () => openGuardModel(settings, unobserved),
  };
}
