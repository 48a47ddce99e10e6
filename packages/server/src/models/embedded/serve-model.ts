import { UserError } from '../../errors/user-error.ts';
import type { ModelToLoad } from './model-to-load.ts';

/** What the process that runs a model says. Nothing of it repeats a text. */
export type ModelMessage<Answer> =
  | { readonly kind: 'ready' }
  /** It cannot be started: for the operator. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'answered'; readonly answer: Answer; readonly residentBytes: number }
  | { readonly kind: 'failed'; readonly errorName: string };

/** Answers one request after another. */
export type RunModel<Request, Answer> = (request: Request) => Promise<Answer>;

/** Serves the process that started this one, request by request, until it lets go. */
export async function serveModel<Manifest, Request, Answer>(
  load: (toLoad: ModelToLoad<Manifest>) => Promise<RunModel<Request, Answer>>,
): Promise<void> {
  const say = (message: ModelMessage<Answer>) => process.send?.(message);
  process.on('disconnect', () => process.exit());
  let run: RunModel<Request, Answer>;
  try {
    run = await load(JSON.parse(process.argv[2] ?? '') as ModelToLoad<Manifest>);
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
