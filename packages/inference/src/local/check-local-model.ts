import { UserError } from '@avow/foundation';
import { hasLlama, missingLlama } from './find-llama.ts';
import type { LocalModelToLoad } from './local-messages.ts';
import { type GgufFacts, readGguf } from './read-gguf.ts';

export interface LocalModelCheck {
  readonly facts: GgufFacts;
  /** An estimate: weights, what the model remembers of each request, and room to compute in. */
  readonly neededBytes: number;
}

export interface LocalMachine {
  readonly availableBytes: () => number;
  readonly hasLlama: () => boolean;
}

const thisMachine: LocalMachine = { availableBytes: () => process.availableMemory(), hasLlama };

/** For the buffers of the library and the process itself. */
const workBytes = 384 * 1024 * 1024;
/** A value of what the model remembers, in half precision. */
const bytesPerValue = 2;
/** Of a model that does not say what it remembers of a token. */
const bytesPerTokenUsual = 128 * 1024;
const gibibyte = 1024 ** 3;

/**
 * Whether a model can be run here: its file, its template, the library, the memory. Nothing is loaded. Fails with a
 * `UserError` that says what is wrong and what to do.
 */
export async function checkLocalModel(
  { path, contextTokens, atOnceMax }: Pick<LocalModelToLoad, 'path' | 'contextTokens' | 'atOnceMax'>,
  machine: LocalMachine = thisMachine,
): Promise<LocalModelCheck> {
  const facts = await readGguf(path);
  if (!facts.hasChatTemplate)
    throw new UserError(`${path} has no chat template: it is not a model that follows instructions.`);
  const { contextTokensMax } = facts;
  if (contextTokensMax !== null && contextTokens > contextTokensMax)
    throw new UserError(
      `${path} has a context of ${contextTokensMax} tokens, and context_tokens is ${contextTokens}.`,
    );
  if (!machine.hasLlama()) throw new UserError(missingLlama);
  const neededBytes = needOf(facts, contextTokens * atOnceMax);
  const availableBytes = machine.availableBytes();
  if (neededBytes > availableBytes)
    throw new UserError(
      `${path} needs about ${inGibibytes(neededBytes)} of memory, and ${inGibibytes(availableBytes)} are available: use a smaller model, or lower context_tokens or at_once_max.`,
    );
  return { facts, neededBytes };
}

function needOf({ fileBytes, layers, headsForKeys, headWidth }: GgufFacts, tokens: number): number {
  const bytesPerToken =
    layers === null || headsForKeys === null || headWidth === null
      ? bytesPerTokenUsual
      : layers * headsForKeys * headWidth * bytesPerValue;
  return fileBytes + tokens * bytesPerToken + workBytes;
}

function inGibibytes(bytes: number): string {
  return `${(bytes / gibibyte).toFixed(1)} GiB`;
}
