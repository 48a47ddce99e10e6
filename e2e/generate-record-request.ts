import { drawFrom } from '@avow/foundation/testing';
import { type GeneratedRequest, oddTexts } from './generate-request.ts';

/** Real ids and values for nearly valid requests. */
export interface KnownRecords {
  readonly apiKey: string;
  readonly messageIds: readonly string[];
  readonly threadIds: readonly string[];
  readonly endUserIds: readonly string[];
  /** Legal holds that were placed so far. */
  readonly holdIds: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
/** A path, and the methods that it takes most often. */
const routes: ReadonlyArray<readonly [path: string, methods: string]> = [
  ['/v1/messages/{message}', 'GET'],
  ['/v1/messages/{message}/audit', 'GET'],
  ['/v1/messages/{message}/audit/proof', 'GET'],
  ['/v1/messages/{message}/events', 'GET'],
  ['/v1/messages/{message}/feedback', 'POST GET'],
  ['/v1/messages/{message}/erase', 'POST'],
  ['/v1/end-users/{person}/erase', 'POST'],
  ['/v1/holds', 'POST POST GET'],
  ['/v1/holds/{hold}', 'GET'],
  ['/v1/holds/{hold}/lift', 'POST'],
  ['/v1/retention', 'GET PUT PUT'],
  ['/v1/log/checkpoint', 'GET'],
  ['/v1/log/key', 'GET'],
  ['/v1/log/tile/{tile}', 'GET'],
  ['/v1/log/consistency', 'GET'],
  ['/v1/log/events', 'GET'],
];
const tiles = [
  '0/000',
  '0/000.p/1',
  '0/000.p/3',
  '1/000',
  'entries/000.p/2',
  'entries/000',
  '9/000',
  '0/x000/000',
];
const parameters: Readonly<Record<string, readonly string[]>> = {
  from: ['0', '1', '2', '99999999', '-1', 'x'],
  to: ['1', '2', '3', '0', '99999999999999999999'],
  kind: ['access', 'hold', 'erasure', 'record', 'x'],
  subject: ['msg_1', ''],
  active: ['true', 'false', 'maybe'],
  limit: ['1', '100', '0', '101'],
  cursor: ['x', 'bm90aGluZw'],
};

/** A request on records and their log that may be anything: mostly nearly right, sometimes nonsense. */
export function generateRecordRequest(seed: number, known: KnownRecords): GeneratedRequest {
  const random = drawFrom(seed);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const odd = () => pick(oddTexts);
  const inPath = (texts: readonly string[]) =>
    encodeURIComponent((texts.length > 0 && chance(0.85) ? pick(texts) : odd()).toWellFormed()).slice(0, 300);

  function hold(): Record<string, unknown> {
    const scope = chance(0.95) ? pick(['message', 'thread', 'end_user', 'tenant']) : odd();
    const target: Readonly<Record<string, unknown>> = {
      ...(scope === 'message' ? { message_id: pick(known.messageIds) } : {}),
      ...(scope === 'thread' ? { thread_id: pick(known.threadIds) } : {}),
      ...(scope === 'end_user' ? { end_user_id: pick(known.endUserIds) } : {}),
      ...(chance(0.1) ? { message_id: odd() } : {}),
    };
    return { scope, ...target, ...(chance(0.95) ? { reason: chance(0.9) ? 'A case' : odd() } : {}) };
  }

  function body(path: string): string | undefined {
    const days = () => pick([1, 30, 400, 36_500, 0, -1, 1.5, null, '7']);
    const right = path.endsWith('/holds')
      ? hold()
      : path.endsWith('/retention')
        ? { content_days: days(), record_days: pick([null, null, 400, 1, 36_500]) }
        : path.endsWith('/feedback')
          ? { verdict: pick(['right', 'wrong', 'x']) }
          : {};
    if (chance(0.05)) return pick([undefined, '', '[]', '{', 'null', '"x"']);
    const more = chance(0.05) ? { [odd()]: odd() } : {};
    return JSON.stringify({ ...right, ...more });
  }

  const [path, usual] = pick(routes);
  const method = chance(0.95) ? pick(usual.split(' ')) : pick(methods);
  let url = path
    .replace('{message}', () => inPath(known.messageIds))
    .replace('{person}', () => inPath(known.endUserIds))
    .replace('{hold}', () => inPath(known.holdIds))
    .replace('{tile}', () =>
      chance(0.8) ? pick(tiles) : encodeURIComponent(odd().toWellFormed()).slice(0, 200),
    );
  while (chance(path.startsWith('/v1/log') || path === '/v1/holds' ? 0.5 : 0.05)) {
    const name = pick(Object.keys(parameters));
    const value = chance(0.85) ? pick(parameters[name] ?? ['']) : odd().toWellFormed();
    url += `${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value).slice(0, 200)}`;
  }
  const headers: Record<string, string> = chance(0.98) ? { authorization: `Bearer ${known.apiKey}` } : {};
  const payload = method === 'POST' || method === 'PUT' || chance(0.03) ? body(path) : undefined;
  if (payload !== undefined && chance(0.97)) headers['content-type'] = 'application/json';
  if (chance(0.1)) headers['if-none-match'] = pick(['*', '"x"', odd().replaceAll(/[^\x20-\x7e]/g, '')]);
  if (chance(0.03)) headers['accept'] = pick(['text/plain', 'application/octet-stream', 'text/html', '*/*']);
  return { method, url, headers, payload };
}
