import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Finish, Usage, WireFormat, WireRequest } from './wire/wire-format.ts';

/** What a scripted provider does with one request. */
export type ProviderScript =
  | {
      /** It answers, and the answer ends as scripted. */
      readonly kind: 'say';
      readonly pieces: readonly string[];
      /** Before the head of the response. */
      readonly firstAfterMs?: number;
      readonly betweenMs?: number;
      /** What the last piece waits for, if the answer is streamed. */
      readonly beforeLast?: Promise<unknown>;
      /** Null: it tells of none. Left out: ten tokens in, and as many out as there are pieces. */
      readonly usage?: Usage | null;
      /** The log probability of each piece as one token, sent if requested. Undefined: the provider sends none. */
      readonly logProbabilities?: readonly number[];
      /**
       * Left out: `stop`. The first three are the provider's own reasons. `cut`: the connection breaks. `error`: an error
       * stands in the stream. `garbage`, `nonsense`: bytes that are not an event, an event of the wrong form; then the end.
       * `silence`: nothing more comes, and nothing closes.
       */
      readonly end?: Finish | 'cut' | 'error' | 'garbage' | 'nonsense' | 'silence';
    }
  | {
      /** It fails with a status, in words that repeat what was sent, as those of some providers do. */
      readonly kind: 'fail';
      readonly status: number;
      readonly retryAfter?: string;
      /** The provider's own word, as `insufficient_quota`. */
      readonly code?: string;
      readonly afterMs?: number;
    }
  | {
      /**
       * `reset`: the connection breaks before the head. `hang`: nothing comes. `garbage`: a page of another kind.
       * `whole`: all at once, where a stream is due. `endless`: bytes without end. `empty`: a head and no body.
       * `redirect`: to another path of this provider.
       */
      readonly kind: 'reset' | 'hang' | 'garbage' | 'whole' | 'endless' | 'empty' | 'redirect';
    };

interface Played {
  readonly wire: WireFormat;
  readonly request: WireRequest & {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly path: string;
  };
  readonly response: ServerResponse;
}

type Saying = Extract<ProviderScript, { readonly kind: 'say' }>;

export async function playScript(script: ProviderScript, played: Played): Promise<void> {
  const { response } = played;
  switch (script.kind) {
    case 'say':
      return played.request.isStreamed ? sayInPieces(script, played) : sayWhole(script, played);
    case 'fail':
      return fail(script, played);
    case 'reset':
      response.destroy();
      return;
    case 'hang':
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body>Marmalade of a gateway</body></html>');
      return;
    case 'whole':
      return sayWhole({ kind: 'say', pieces: ['All of it at once.'] }, played);
    case 'endless':
      return sayWithoutEnd(played);
    case 'empty':
      response.writeHead(200, { 'content-type': played.wire.streamType }).end();
      return;
    case 'redirect':
      response.writeHead(307, { location: `${played.request.path}?again` }).end();
  }
}

const usageOf = ({ usage, pieces }: Saying): Usage | null =>
  usage === undefined ? { inputTokens: 10, outputTokens: pieces.length } : usage;

async function sayInPieces(script: Saying, { wire, request, response }: Played): Promise<void> {
  const { pieces, firstAfterMs = 0, betweenMs = 0, end = 'stop' } = script;
  if (firstAfterMs > 0) await wait(firstAfterMs);
  if (response.destroyed) return;
  response.writeHead(200, { 'content-type': wire.streamType });
  const usage = usageOf(script);
  response.write(wire.writeStart(request.model, usage));
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && betweenMs > 0) await wait(betweenMs);
    if (index === pieces.length - 1) await script.beforeLast;
    if (response.destroyed) return;
    const logProbability =
      request.asksLogProbabilities === true ? script.logProbabilities?.[index] : undefined;
    response.write(wire.writePiece(piece, logProbability));
  }
  switch (end) {
    case 'cut':
      // What was written is let out first.
      await wait(20);
      response.destroy();
      return;
    case 'silence':
      return;
    case 'error':
      response.end(wire.writeStreamError(errorOf({ status: 529, code: null }, request)));
      return;
    case 'garbage':
      response.end('data: {"Marmalade": \n\n');
      return;
    case 'nonsense':
      response.end(wire.writeNonsense());
      return;
    default:
      response.end(wire.writeEnd(end, usage));
  }
}

async function sayWhole(script: Saying, { wire, request, response }: Played): Promise<void> {
  const { pieces, firstAfterMs = 0, betweenMs = 0, end = 'stop' } = script;
  const delayMs = firstAfterMs + betweenMs * Math.max(0, pieces.length - 1);
  if (delayMs > 0) await wait(delayMs);
  if (end === 'silence') return;
  response.setHeader('content-type', 'application/json');
  const finish = end === 'length' || end === 'content_filter' ? end : 'stop';
  const whole = JSON.stringify(
    wire.writeWhole({ model: request.model, text: pieces.join(''), finish, usage: usageOf(script) }),
  );
  if (end === 'cut') {
    response.setHeader('content-length', Buffer.byteLength(whole));
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  } else if (end === 'garbage') response.end(whole.slice(0, whole.length / 2));
  else if (end === 'nonsense') response.end('{"Marmalade":1}');
  else if (end === 'error') {
    response.statusCode = 529;
    response.end(JSON.stringify(wire.writeError(errorOf({ status: 529, code: null }, request))));
  } else response.end(whole);
}

async function fail(
  script: Extract<ProviderScript, { readonly kind: 'fail' }>,
  { wire, request, response }: Played,
): Promise<void> {
  const { status, retryAfter, code = null, afterMs = 0 } = script;
  if (afterMs > 0) await wait(afterMs);
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  });
  response.end(JSON.stringify(wire.writeError(errorOf({ status, code }, request))));
}

const errorOf = (
  fields: { readonly status: number; readonly code: string | null },
  { instructions, prompt, headers }: Played['request'],
) => ({ ...fields, message: `${instructions} ${prompt} ${JSON.stringify(headers)}` });

function sayWithoutEnd({ wire, request, response }: Played): void {
  response.writeHead(200, { 'content-type': wire.streamType });
  response.write(wire.writeStart(request.model, null));
  const piece = wire.writePiece('Marmalade '.repeat(1000));
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}
