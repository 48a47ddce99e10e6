import { setTimeout as wait } from 'node:timers/promises';
import type { ChatItem, LlamaChat, LlamaModule } from '../llama-module.ts';

type GenerateOptions = Parameters<LlamaChat['generateResponse']>[1];

export interface FakeLlama {
  readonly module: LlamaModule;
  /** What chats were asked, in order. */
  readonly asked: Array<{ readonly history: readonly ChatItem[]; readonly options: GenerateOptions }>;
  /** What the model was loaded with. */
  readonly loadedWith: unknown[];
}

/** A library whose model says the words given, one token each, and of whose prompts each word is a token. */
export function fakeLlama(words: readonly string[], { tokenMs = 1 } = {}): FakeLlama {
  const asked: FakeLlama['asked'] = [];
  const loadedWith: unknown[] = [];
  class Chat implements LlamaChat {
    readonly sequence = { tokenMeter: { usedOutputTokens: 0 } };
    readonly chatWrapper = {
      generateContextState: ({ chatHistory }: { readonly chatHistory: readonly ChatItem[] }) => ({
        contextText: {
          tokenize: () => chatHistory.flatMap((item) => ('text' in item ? item.text.split(' ') : [])),
        },
      }),
    };
    generateResponse: LlamaChat['generateResponse'] = async (history, options) => {
      asked.push({ history, options });
      for (const word of words.slice(0, options.maxTokens)) {
        await wait(tokenMs, undefined, { signal: options.signal });
        this.sequence.tokenMeter.usedOutputTokens += 1;
        options.onTextChunk(word);
      }
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
              return { getSequence: () => ({ tokenMeter: { usedOutputTokens: 0 } }) };
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
  return { module, asked, loadedWith };
}
