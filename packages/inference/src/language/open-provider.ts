import type { LanguageModel as AnyModel } from 'ai';
import { ModelFault } from '../model-fault.ts';
import type { ModelProvider, ModelSettings } from '../model-settings.ts';
import type { Fetch } from './open-fetch.ts';

/** A model as an object, never as a name: names go to a gateway. */
export type ProviderModel = Exclude<AnyModel, string>;

export type ModelProviderSettings = Pick<ModelSettings, 'provider' | 'model' | 'baseUrl' | 'region' | 'key'>;

/**
 * How a request is put. Strict: the form of the answer, the coldest temperature. Plain: for servers that refuse the
 * first, since they know no form, or a model that takes no temperature and has another name for the limit.
 */
export type RequestForm = 'strict' | 'plain';

export interface OpenProviderOptions {
  readonly fetch: Fetch;
  readonly form?: RequestForm;
}

interface ProviderAccess {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
}

type OpenModel = (
  access: ProviderAccess,
  settings: ModelProviderSettings,
  form: RequestForm,
) => Promise<ProviderModel>;

const openCompatible: OpenModel = async ({ baseURL, apiKey, fetch }, { model }, form) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'openai_compatible',
    baseURL,
    ...(apiKey === '' ? {} : { apiKey }),
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(form === 'plain' ? { transformRequestBody: renameLimit } : {}),
  }).chatModel(model);
};

/** Only the library of the provider that is asked for is loaded. */
const providers: Readonly<Record<ModelProvider, OpenModel>> = {
  openai: async (access, { model }) => (await import('@ai-sdk/openai')).createOpenAI(access).chat(model),
  anthropic: async (access, { model }) =>
    (await import('@ai-sdk/anthropic')).createAnthropic(access).languageModel(model),
  google: async (access, { model }) =>
    (await import('@ai-sdk/google')).createGoogle(access).languageModel(model),
  bedrock: async (access, { model, region }) => {
    // Without one the library would sign with what it finds in the environment.
    if (access.apiKey.trim() === '') throw new ModelFault('wrong_key', 'a model of Bedrock needs a key');
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({ ...access, region: region ?? '' }).languageModel(model);
  },
  openai_compatible: openCompatible,
  // Our own process speaks the same API.
  local: openCompatible,
};

/**
 * The model of these settings, as the AI SDK takes it. Where the operator names no address the provider's own is given
 * outright: left out, the libraries would look for one, and for a key, in the environment.
 */
export async function openProvider(
  settings: ModelProviderSettings,
  { fetch, form = 'strict' }: OpenProviderOptions,
): Promise<ProviderModel> {
  const baseURL = (settings.baseUrl ?? ownUrlOf(settings)).replace(/\/+$/, '');
  return providers[settings.provider]({ baseURL, apiKey: settings.key ?? '', fetch }, settings, form);
}

function ownUrlOf({ provider, region }: ModelProviderSettings): string {
  switch (provider) {
    case 'openai':
      return 'https://api.openai.com/v1';
    case 'anthropic':
      return 'https://api.anthropic.com/v1';
    case 'google':
      return 'https://generativelanguage.googleapis.com/v1beta';
    case 'bedrock':
      return `https://bedrock-runtime.${region}.amazonaws.com${region?.startsWith('cn-') ? '.cn' : ''}`;
    case 'local':
      return 'http://local.invalid/v1';
    case 'openai_compatible':
      throw new ModelFault('unreachable', 'a compatible server has no address of its own');
  }
}

/** Servers that know the newer name of the limit alone refuse the older one. */
function renameLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
