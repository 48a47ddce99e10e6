import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModel, WritingTask } from '@avow/inference';
import type { WritingOptions } from '../../found.ts';
import type { Grounder, UnitToGround } from '../../verify/grounder.ts';

/** What a model says, given its task: all at once, in pieces, or however the script goes on. */
export type Script = (
  task: WritingTask,
  signal: AbortSignal,
) => string | readonly string[] | AsyncIterable<string>;

export interface ScriptedModel extends LanguageModel {
  readonly tasks: WritingTask[];
  readonly signals: AbortSignal[];
}

/** A language model that follows a script. Ends with the signal's reason once that is aborted, as all must. */
export function scriptModel(
  script: Script,
  { logProbability = null }: { readonly logProbability?: number | null } = {},
): ScriptedModel {
  const tasks: WritingTask[] = [];
  const signals: AbortSignal[] = [];
  return {
    name: 'scripted/model',
    ...{ tasks, signals },
    write: (task, signal) => {
      tasks.push(task);
      signals.push(signal);
      const said = script(task, signal);
      const ended = Promise.withResolvers<void>();
      async function* pieces() {
        try {
          for await (const piece of typeof said === 'string' ? [said] : said) {
            signal.throwIfAborted();
            yield piece;
          }
        } finally {
          ended.resolve();
        }
      }
      // A generator that is ended before it was begun runs nothing of itself.
      signal.addEventListener('abort', () => ended.resolve());
      const cost = { currency: 'EUR', amount: 0.25, inputTokens: 100, outputTokens: 10 };
      return {
        pieces: pieces(),
        cost: ended.promise.then(() => cost),
        logProbability: ended.promise.then(() => logProbability),
      };
    },
  };
}

export interface ScriptedGrounder extends Grounder {
  readonly asked: UnitToGround[];
}

const plain = (text: string) => text.replace(/[*_`]/g, '').replace(/[.!?。:]+$/u, '');
const claimsNothing = (text: string) => /^(?:Hello|In short)[\w ]{0,8}[.!:]?$/.test(text);

/**
 * Supports what a source contains word for word, with each of its lead-ins; takes for no claim what begins with
 * "Hello" or "In short".
 */
export function scriptGrounder(
  also: {
    readonly judged?: number | null;
    readonly delayMs?: (unit: UnitToGround) => number;
    readonly holds?: (unit: UnitToGround) => boolean;
  } = {},
): ScriptedGrounder {
  const asked: UnitToGround[] = [];
  const { judged = 0.9, delayMs = () => 0, holds = () => true } = also;
  return {
    judge: 'scripted/judge',
    asked,
    ground: async (unit, sources) => {
      asked.push(unit);
      const delay = delayMs(unit);
      if (delay > 0) await wait(delay);
      const parts = unit.text.split(/(?<=:) /).filter((part) => !claimsNothing(part));
      if (parts.length === 0) return { kind: 'claims_nothing' };
      const quotes = parts.map(plain).map((part) =>
        sources.flatMap(({ number, text }) => {
          const start = text.indexOf(part);
          return start === -1 ? [] : [{ source: number, start, end: start + part.length, score: 0.8 }];
        }),
      );
      if (quotes.some((each) => each.length === 0) || !holds(unit))
        return { kind: 'unsupported', why: 'no_source' };
      const judgement = judged === null ? null : { supported: judged, contradicted: 0.01 };
      return { kind: 'supported', quotes: quotes.flat(), judged: judgement };
    },
  };
}

export function writingOptions(also: Partial<WritingOptions> = {}): WritingOptions {
  const { signal } = new AbortController();
  return {
    ...{
      format: 'structured_text',
      schema: null,
      allowUnverified: false,
      supportedMin: 0,
      filterTexts: async () => new Set<number>(),
      beforeSending: async () => undefined,
      onDraft: null,
      signal,
    },
    ...also,
  };
}

export const plentyOfTime = { leftMs: () => 60_000 };
