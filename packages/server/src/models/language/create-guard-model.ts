import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type LanguageModel } from 'ai';
import type { GuardModel } from '../../interfaces/guard-model.ts';
import { describeFailure, type Failure } from './describe-failure.ts';
import { GuardModelFault } from './guard-model-fault.ts';
import { limitFetch } from './limit-fetch.ts';
import { readRuleVerdict } from './read-rule-verdict.ts';
import { type RulePrompt, writeRulePrompt } from './write-rule-prompt.ts';

export interface GuardModelSettings {
  /** The base of an API that is compatible with OpenAI's, such as http://127.0.0.1:11434/v1. */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly fetch?: typeof globalThis.fetch;
}

const promptLengthMax = 200_000;
const responseBytesMax = 64 * 1024;
/** The verdict takes some twenty; the rest is for models that say more than they were asked. */
const outputTokensMax = 256;
const fenceBytes = 12;

/**
 * How a request is put. Strict: the form of the answer, the coldest temperature. Plain: for servers that refuse the
 * first, since they know no form, or a model that takes no temperature and has another name for the limit.
 */
const forms = {
  strict: (body: Body): Body => ({ ...body, response_format: verdictFormat }),
  plain: ({ max_tokens, temperature: _, ...body }: Body): Body => ({
    ...body,
    max_completion_tokens: max_tokens,
  }),
} as const;

type Body = Record<string, unknown>;
type Form = keyof typeof forms;

const verdictFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'verdict',
    strict: true,
    schema: {
      type: 'object',
      properties: { breaks_rule: { type: 'boolean' }, confidence: { type: 'number' } },
      required: ['breaks_rule', 'confidence'],
      additionalProperties: false,
    },
  },
};

/** A language model behind an API that is compatible with OpenAI's. It rejects with a `GuardModelFault`, or with the reason of the signal. */
export function createGuardModel(settings: GuardModelSettings): GuardModel {
  const models = { strict: openModel(settings, 'strict'), plain: openModel(settings, 'plain') };
  let form: Form = 'strict';

  const ask = async (prompt: RulePrompt, signal: AbortSignal): Promise<string> => {
    const first = await askOnce(models[form], prompt, signal);
    if (first.kind === 'said') return first.text;
    const next = secondTry(first, form);
    if (next === null) throw first.fault;
    await wait(next.delayMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
    const second = await askOnce(models[next.form], prompt, signal);
    if (second.kind === 'failure') throw second.fault;
    form = next.form;
    return second.text;
  };

  return {
    name: settings.model,
    applyRule: async (asked, signal) => {
      signal.throwIfAborted();
      const prompt = writeRulePrompt(asked, randomBytes(fenceBytes).toString('hex'));
      if (prompt.prompt.length > promptLengthMax)
        throw new GuardModelFault('too_long', 'the text is too long for the guardrail model');
      const probability = readRuleVerdict(await ask(prompt, signal));
      if (probability === null)
        throw new GuardModelFault('not_understood', 'the guardrail model gave no verdict that can be read');
      return probability;
    },
  };
}

function openModel(
  { url, model, key, fetch = globalThis.fetch }: GuardModelSettings,
  form: Form,
): LanguageModel {
  return createOpenAICompatible({
    name: 'guardrail',
    baseURL: url,
    ...(key === null ? {} : { apiKey: key }),
    fetch: limitFetch(fetch, { bytesMax: responseBytesMax }),
    transformRequestBody: forms[form],
  }).chatModel(model);
}

type Asked = { readonly kind: 'said'; readonly text: string } | Failure;

async function askOnce(model: LanguageModel, prompt: RulePrompt, signal: AbortSignal): Promise<Asked> {
  try {
    const { text } = await generateText({
      ...prompt,
      model,
      temperature: 0,
      maxOutputTokens: outputTokensMax,
      // The library waits two seconds before its first retry, which is as long as anybody waits for us.
      maxRetries: 0,
      abortSignal: signal,
      telemetry: { isEnabled: false },
    });
    return { kind: 'said', text };
  } catch (error) {
    signal.throwIfAborted();
    return describeFailure(error);
  }
}

/** What may help, once: the same again after a moment, or the plain form. */
function secondTry(
  { isForm, retryAfterMs }: Failure,
  form: Form,
): { readonly form: Form; readonly delayMs: number } | null {
  if (isForm && form === 'strict') return { form: 'plain', delayMs: 0 };
  return retryAfterMs === null ? null : { form, delayMs: retryAfterMs };
}
