import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@avow/foundation';
import { generateText, Output } from 'ai';
import type { GuardModel } from '../guard-model.ts';
import { ModelFault } from '../model-fault.ts';
import { describeModelError, type ModelFailure } from './describe-model-error.ts';
import { type Fetch, limitFetch } from './open-fetch.ts';
import {
  type ModelProviderSettings,
  openProvider,
  type ProviderModel,
  type RequestForm,
} from './open-provider.ts';
import { readRuleVerdict } from './read-rule-verdict.ts';
import { type RulePrompt, writeRulePrompt } from './write-rule-prompt.ts';

const promptLengthMax = 200_000;
const responseBytesMax = 64 * 1024;
/** The verdict takes some twenty; the rest is for models that say more than they were asked. */
const outputTokensMax = 256;
const fenceBytes = 12;

/** It asks for the form and does not insist on it: what the model said is read tolerantly. */
const verdictOutput = {
  ...Output.text(),
  responseFormat: Promise.resolve({
    type: 'json' as const,
    name: 'verdict',
    schema: {
      type: 'object' as const,
      properties: { breaks_rule: { type: 'boolean' as const }, confidence: { type: 'number' as const } },
      required: ['breaks_rule', 'confidence'],
      additionalProperties: false,
    },
  }),
};

/** What a request says beside the prompt, by its form. */
const asked = { strict: { temperature: 0, output: verdictOutput }, plain: {} } as const;

/** A language model of any provider. It rejects with a `ModelFault`, or with the reason of the signal. */
export async function createGuardModel(
  settings: ModelProviderSettings,
  { fetch: fetchWhole }: { readonly fetch: Fetch },
): Promise<GuardModel> {
  const fetch = limitFetch(fetchWhole, { bytesMax: responseBytesMax });
  const models = {
    strict: await openProvider(settings, { fetch, form: 'strict' }),
    plain: await openProvider(settings, { fetch, form: 'plain' }),
  };
  let form: RequestForm = 'strict';

  const ask = async (prompt: RulePrompt, signal: AbortSignal): Promise<string> => {
    const first = await askOnce(models[form], { ...prompt, ...asked[form] }, signal);
    if (first.kind === 'said') return first.text;
    const next = secondTry(first, form);
    if (next === null) throw first.fault;
    await wait(next.delayMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
    const second = await askOnce(models[next.form], { ...prompt, ...asked[next.form] }, signal);
    if (second.kind === 'failure') throw second.fault;
    form = next.form;
    return second.text;
  };

  return {
    name: `${settings.provider}/${settings.model}`,
    applyRule: async (rule, signal) => {
      signal.throwIfAborted();
      const prompt = writeRulePrompt(rule, randomBytes(fenceBytes).toString('hex'));
      if (prompt.prompt.length > promptLengthMax)
        throw new ModelFault('too_long', 'the text is too long for the language model');
      const probability = readRuleVerdict(await ask(prompt, signal));
      if (probability === null)
        throw new ModelFault('not_understood', 'the language model gave no verdict that can be parsed');
      return probability;
    },
  };
}

type Request = RulePrompt & { readonly temperature?: number; readonly output?: typeof verdictOutput };
type Asked = { readonly kind: 'said'; readonly text: string } | ModelFailure;

async function askOnce(model: ProviderModel, request: Request, signal: AbortSignal): Promise<Asked> {
  try {
    const { text } = await generateText({
      ...request,
      model,
      maxOutputTokens: outputTokensMax,
      // The library waits two seconds before its first retry, which is as long as anybody waits for us.
      maxRetries: 0,
      abortSignal: signal,
      telemetry: { isEnabled: false },
    });
    return { kind: 'said', text };
  } catch (error) {
    signal.throwIfAborted();
    return describeModelError(error, systemClock.nowMs());
  }
}

/** Before the same is tried again, where nothing else was asked for; and the most that anybody would wait. */
const momentMs = 100;
const retryAfterMsMax = 1000;

/** What may help, once: the same again after a moment, or the plain form. */
function secondTry(
  { isFormatRejected, isTransient, retryAfterMs }: ModelFailure,
  form: RequestForm,
): { readonly form: RequestForm; readonly delayMs: number } | null {
  if (isFormatRejected && form === 'strict') return { form: 'plain', delayMs: 0 };
  const delayMs = Math.max(momentMs, retryAfterMs ?? 0);
  return isTransient && delayMs <= retryAfterMsMax ? { form, delayMs } : null;
}
