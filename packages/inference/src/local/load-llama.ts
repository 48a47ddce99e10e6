import { UserError } from '@avow/foundation';
import { missingLlama } from './find-llama.ts';
import type { Llama, LlamaChat, LlamaModel, LlamaModule } from './llama-module.ts';
import type { LocalModelToLoad } from './local-messages.ts';

/** A loaded model, with as many chats as requests may run at once. */
export interface LoadedLlama {
  readonly llama: Pick<Llama, 'createGrammarForJsonSchema'>;
  readonly model: Pick<LlamaModel, 'tokenizer'>;
  readonly chats: readonly LlamaChat[];
}

/** Tokens that are read in one batch. A request can be stopped between two: on a slow processor one takes seconds. */
export const batchTokens = 64;

export async function loadLlama(
  { path, contextTokens, threads, atOnceMax }: LocalModelToLoad,
  importLlama: () => Promise<LlamaModule> = importPackage,
): Promise<LoadedLlama> {
  const { getLlama, LlamaChat } = await importLlama();
  const llama = await getLlama({
    gpu: false,
    // Nothing is compiled or fetched: the binary is that of the package.
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'disabled',
    maxThreads: threads,
  });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({
    contextSize: contextTokens,
    sequences: atOnceMax,
    batchSize: batchTokens,
    threads,
  });
  const chats = Array.from(
    { length: atOnceMax },
    () => new LlamaChat({ contextSequence: context.getSequence() }),
  );
  return { llama, model, chats };
}

/** By a name that the compiler does not follow: the package need not be there. */
async function importPackage(): Promise<LlamaModule> {
  const name: string = 'node-llama-cpp';
  try {
    return (await import(name)) as LlamaModule;
  } catch (error) {
    throw new UserError(missingLlama, { cause: error });
  }
}
