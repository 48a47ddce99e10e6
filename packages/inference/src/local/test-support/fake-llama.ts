import { setTimeout as wait } from 'node:timers/promises';
import type { ChatItem, LlamaChat, LlamaModule, LlamaSequence } from '../llama-module.ts';

type GenerateOptions = Parameters<LlamaChat['generateResponse']>[1];

export interface FakeLlama {
  readonly module: LlamaModule;
  /** What chats were asked, in order. */
  readonly asked: Array<{ readonly history: readonly ChatItem[]; readonly options: GenerateOptions }>;
  /** How many tokens were read in each batch. */
  readonly batches: number[];
  /** The most that were answered at a time. */
  readonly atOnce: () => number;
  /** What the model was loaded with. */
  readonly loadedWith: unknown[];
}

/** A library whose model says the words given, one token each, and of whose prompts each word is a token. */
export function fakeLlama(
  words: readonly string[],
  { tokenMs = 1, onBatch = (_count: number) => {} } = {},
): FakeLlama {
  const asked: FakeLlama['asked'] = [];
  const batches: number[] = [];
  let running = 0;
  let most = 0;
  const createSequence = () => ({
    tokenMeter: { usedOutputTokens: 0 },
    nextTokenIndex: 0,
    adaptStateToTokens: async () => undefined,
    evaluateWithoutGeneratingNewTokens: async (tokens: readonly number[]) => {
      batches.push(tokens.length);
      onBatch(batches.length);
    },
  });
  const loadedWith: unknown[] = [];
  class Chat implements LlamaChat {
    readonly sequence: ReturnType<typeof createSequence>;
    constructor({ contextSequence }: { readonly contextSequence: LlamaSequence }) {
      this.sequence = contextSequence as ReturnType<typeof createSequence>;
    }
    readonly chatWrapper = {
      generateContextState: ({ chatHistory }: { readonly chatHistory: readonly ChatItem[] }) => ({
        contextText: {
          tokenize: () =>
            chatHistory.flatMap((item) => ('text' in item ? item.text.split(' ') : [])).map((_, at) => at),
        },
      }),
    };
    generateResponse: LlamaChat['generateResponse'] = async (history, options) => {
      asked.push({ history, options });
      running += 1;
      most = Math.max(most, running);
      for (const word of words.slice(0, options.maxTokens)) {
        await wait(tokenMs, undefined, { signal: options.signal });
        this.sequence.tokenMeter.usedOutputTokens += 1;
        options.onTextChunk(word);
      }
      running -= 1;
      return { metadata: { stopReason: words.length > options.maxTokens ? 'maxTokens' : 'eogToken' } };
    };
  }
  const module: LlamaModule = {
    getLlama: async (options) => {
      loadedWith.push(options);
      return {
        loadModel: async (given) => {
          loadedWith.push(given);
          return {
            tokenizer: null,
            createContext: async (context) => {
              loadedWith.push(context);
              return { getSequence: createSequence };
            },
          };
        },
        createGrammarForJsonSchema: async (schema) => {
          if ('not' in schema) throw new Error('no grammar can say that');
          return { schema };
        },
      };
    },
    LlamaChat: Chat,
  };
  return { module, asked, batches, atOnce: () => most, loadedWith };
}
