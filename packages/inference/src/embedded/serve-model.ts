import { UserError } from '@avow/foundation';
import type { ModelLoadRequest } from './model-load-request.ts';

/** The messages of a process that runs a model. They never contain text of a request. */
export type ModelMessage<Answer> =
  | { readonly kind: 'ready' }
  /** It cannot be started: for the operator. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'answered'; readonly answer: Answer; readonly residentBytes: number }
  | { readonly kind: 'failed'; readonly errorName: string };

/** Answers one request after another. */
export type RunModel<Request, Answer> = (request: Request) => Promise<Answer>;

/** Serves the parent process, request by request, until it disconnects. */
export async function serveModel<Manifest, Request, Answer>(
  load: (toLoad: ModelLoadRequest<Manifest>) => Promise<RunModel<Request, Answer>>,
): Promise<void> {
  const say = (message: ModelMessage<Answer>) => process.send?.(message);
  process.on('disconnect', () => process.exit());
  let run: RunModel<Request, Answer>;
  try {
    run = await load(JSON.parse(process.argv[2] ?? '') as ModelLoadRequest<Manifest>);
  } catch (error) {
    say({ kind: 'refused', reason: reasonOf(error) });
    return;
  }
  process.on('message', (request: Request) => {
    void run(request).then(
      (answer) => say({ kind: 'answered', answer, residentBytes: process.memoryUsage.rss() }),
      (error) => say({ kind: 'failed', errorName: error instanceof Error ? error.name : 'unknown' }),
    );
  });
  say({ kind: 'ready' });
}

function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return `model.onnx cannot be run: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown error'}`;
}
