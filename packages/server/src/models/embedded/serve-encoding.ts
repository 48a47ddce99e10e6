import { UserError } from '../../errors/user-error.ts';
import type { EncoderModel, ModelToLoad, TextUse } from './load-encoder-model.ts';

export interface EncodingRequest {
  readonly texts: readonly string[];
  readonly use: TextUse;
}

/** What the process that runs the model says. Nothing of it repeats a text. */
export type EncodingMessage =
  | { readonly kind: 'ready' }
  /** It cannot be started: for the operator. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The vectors one after another, in the order of the texts. */
  | { readonly kind: 'encoded'; readonly vectors: Float32Array; readonly residentBytes: number }
  | { readonly kind: 'failed'; readonly errorName: string };

/** Serves the process that started this one, request by request, until it lets go. */
export async function serveEncoding(load: (toLoad: ModelToLoad) => Promise<EncoderModel>): Promise<void> {
  const say = (message: EncodingMessage) => process.send?.(message);
  process.on('disconnect', () => process.exit());
  let model: EncoderModel;
  try {
    model = await load(JSON.parse(process.argv[2] ?? '') as ModelToLoad);
  } catch (error) {
    say({ kind: 'refused', reason: reasonOf(error) });
    return;
  }
  process.on('message', (request: EncodingRequest) => {
    void encodeAll(model, request).then(say, (error) =>
      say({ kind: 'failed', errorName: error instanceof Error ? error.name : 'unknown' }),
    );
  });
  say({ kind: 'ready' });
}

async function encodeAll(model: EncoderModel, { texts, use }: EncodingRequest): Promise<EncodingMessage> {
  const found: Float32Array[] = [];
  for (const text of texts) found.push(await model.encode(text, use));
  const dimensions = found[0]?.length ?? 0;
  const vectors = new Float32Array(found.length * dimensions);
  for (const [index, vector] of found.entries()) vectors.set(vector, index * dimensions);
  return { kind: 'encoded', vectors, residentBytes: process.memoryUsage.rss() };
}

function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return `model.onnx cannot be run: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown error'}`;
}
