import type { ModelProvider, ModelSettings } from '../../model-settings.ts';
import type { ScriptedProvider } from './scripted-provider.ts';

export const scriptedKey = 'sk-very-secret-71';

/** Settings of a model at a scripted provider, with limits that no test waits for. */
export function scriptedSettings(
  provider: ModelProvider,
  scripted: Pick<ScriptedProvider, 'baseUrlOf'>,
  fields: Partial<ModelSettings> = {},
): ModelSettings {
  return {
    provider,
    model: 'small',
    baseUrl: scripted.baseUrlOf(provider),
    region: provider === 'bedrock' ? 'eu-central-1' : null,
    key: scriptedKey,
    local: null,
    connectTimeoutMs: 10_000,
    firstPieceTimeoutMs: 20_000,
    attemptTimeoutMs: 25_000,
    attemptsMax: 3,
    atOnceMax: 16,
    waitingMax: 64,
    outputTokensMax: 1024,
    sourceCharactersMax: 16_000,
    logProbabilities: false,
    quotes: false,
    givesWay: true,
    price: { currency: 'EUR', inputPerMillion: 1_000_000, outputPerMillion: 2_000_000 },
    budgetPerDay: null,
    ...fields,
  };
}
