import { resolve } from 'node:path';
import type { LanguageModel, ModelCost, ModelSettings } from '@avow/inference';
import { readModelsFile } from '@avow/server';

export interface ChosenModel {
  readonly gguf?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  readonly sourceCharacters?: number | undefined;
  readonly quotes?: boolean;
  readonly deadlineMs: number;
}

/** The longest that the settings of a model allow for the first piece. */
const firstPieceMsMax = 300_000;

/** The settings that an operator would have, but for the time: each question has all of it. */
export function chosenModelSettings({ gguf, baseUrl, model, key, ...chosen }: ChosenModel): ModelSettings {
  if ((gguf === undefined) === (baseUrl === undefined))
    throw new Error('name a model: --gguf FILE, or --base-url URL with --model NAME');
  const tier = {
    ...(gguf === undefined
      ? { provider: 'openai_compatible', base_url: baseUrl, model }
      : { provider: 'local', path: resolve(gguf) }),
    ...(key === undefined ? {} : { key_variable: 'KEY' }),
    ...(chosen.sourceCharacters === undefined ? {} : { source_characters_max: chosen.sourceCharacters }),
    quotes: chosen.quotes ?? false,
    attempt_timeout_ms: chosen.deadlineMs,
    first_piece_timeout_ms: Math.min(chosen.deadlineMs, firstPieceMsMax),
  };
  const { tiers } = readModelsFile(JSON.stringify({ tiers: [tier] }), {
    env: { KEY: key },
    folder: '/',
    readKeyFile: () => '',
  });
  return tiers[0] as ModelSettings;
}

/** A call of the model: what it wrote, as it came. */
export interface ModelCall {
  readonly draft: string;
  /** It was to answer from sources; else to translate, to refine, to judge or to search. */
  readonly isAnswer: boolean;
  readonly cost: ModelCost;
  readonly timeMs: number;
  /** Null: it wrote to the end. */
  readonly fault: string | null;
}

/** A model whose calls are kept until they are taken. */
export function recordCalls(model: LanguageModel): {
  readonly model: LanguageModel;
  readonly take: () => Promise<ModelCall[]>;
} {
  let calls: Array<() => Promise<ModelCall>> = [];
  const write: LanguageModel['write'] = (task, signal) => {
    const startedMs = performance.now();
    const { pieces, cost, logProbability } = model.write(task, signal);
    const isAnswer = task.prompt.includes('<source 1>') && !task.prompt.includes('<sentence 1>');
    let draft = '';
    let fault: string | null = 'not read to the end';
    let timeMs = 0;
    async function* read() {
      try {
        for await (const piece of pieces) {
          draft += piece;
          yield piece;
        }
        fault = null;
      } catch (error) {
        fault = error instanceof Error ? error.message : 'unknown';
        throw error;
      } finally {
        timeMs = performance.now() - startedMs;
      }
    }
    // Looked at when the question is answered: the cost is known before the last piece is read.
    calls.push(async () => ({ cost: await cost, draft, isAnswer, timeMs, fault }));
    return { pieces: read(), cost, logProbability };
  };
  return {
    model: { name: model.name, write },
    take: async () => {
      const taken = await Promise.all(calls.map((call) => call()));
      calls = [];
      return taken;
    },
  };
}
