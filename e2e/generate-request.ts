import { drawFrom } from '@avow/foundation/testing';

/** A request that may be anything: mostly nearly right, sometimes nonsense. */
export interface GeneratedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
}

/** Real ids and values for nearly valid requests. */
export interface Known {
  readonly apiKey: string;
  readonly messageIds: readonly string[];
  readonly threadIds: readonly string[];
  readonly prompts: readonly string[];
}

export const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\u0007',
  '\ufeff',
  '\u202e',
  '😀',
  'e\u0301',
  '\ud800',
  '%s',
  '../..',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>',
  '\\',
  '"',
  '\n',
  'ÄÖÜ',
  '漢字かな',
  '٣٤٥',
  '4111 1111 1111 1111',
  'DE89370400440532013000',
  'constructor',
  '__proto__',
  'a'.repeat(300),
  'x'.repeat(9000),
  '🏴\u{e0067}\u{e0062}\u{e007f}',
  'NaN',
  '1e999',
  '-0',
];
const fields = [
  'prompt',
  'thread_id',
  'channel_type',
  'answer_format',
  'answer_schema',
  'model_tier',
  'content_pack_ids',
  'end_user_id',
  'groups',
  'language',
  'stream',
  'metadata',
  'tenant_id',
  'toString',
];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
const paths = [
  '/v1/query',
  '/v1/messages',
  '/v1/messages/{id}',
  '/v1/messages/{id}/events',
  '/v1/messages/{id}/cancel',
  '/v1/messages/{id}/audit',
  '/healthz',
  '/openapi.json',
  '/docs',
  '/problems/not_found',
  '/',
  '/v1',
  '/v2/query',
  '/problems/{odd}',
  '/v1/messages/{odd}/audit',
  '/v1/messages/{odd}',
];
const parameters = [
  'limit',
  'after',
  'cursor',
  'status',
  'band',
  'tripwire_triggered',
  'created_from',
  'created_before',
  'thread_id',
  'page',
];
const headerNames = [
  'accept',
  'last-event-id',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'prefer',
  'if-none-match',
  'x-forwarded-for',
  'authorization',
  'origin',
  'range',
  'expect-nothing',
];
const headerValues = [
  'application/json',
  'text/html',
  '*/*',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'gzip',
  'identity',
  'respond-async',
  'wait=1',
  'wait=99999999',
  'key-1',
  '"*"',
  '*',
  'Bearer x',
  'Basic eDp4',
  '127.0.0.1',
  'bytes=0-1',
  ',,,',
  ';;;',
  'q=',
  '',
];

export function generateRequest(seed: number, known: Known): GeneratedRequest {
  const random = drawFrom(seed);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const oddText = () => (chance(0.3) ? pick(oddTexts) + pick(oddTexts) : pick(oddTexts));

  function value(depth: number): unknown {
    const kind = Math.floor(random() * (depth > 3 ? 6 : 8));
    if (kind === 6) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
    if (kind === 7)
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, () => [oddText(), value(depth + 1)]),
      );
    return [oddText(), random() * 1e6, null, true, Math.floor(random() * 5), pick(known.prompts)][kind];
  }

  function likelyValue(field: string): unknown {
    switch (field) {
      case 'prompt':
        return pick(known.prompts);
      case 'thread_id':
        return pick(known.threadIds);
      case 'answer_format':
        return pick(['structured_text', 'plain_text', 'markdown', 'json']);
      case 'channel_type':
        return pick(['api', 'chat', 'kiosk']);
      case 'model_tier':
        return Math.floor(random() * 4);
      case 'groups':
      case 'content_pack_ids':
        return chance(0.5) ? [] : [oddText()];
      case 'language':
        return pick(['en', 'de-AT', 'x', 'zh-Hant-TW']);
      case 'stream':
        return chance(0.3);
      case 'metadata':
        return { note: oddText() };
      default:
        return oddText();
    }
  }

  function body(): string | Buffer | undefined {
    if (chance(0.04)) return undefined;
    if (chance(0.04))
      return Buffer.from(Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256)));
    if (chance(0.06)) return JSON.stringify(value(0));
    const object: Record<string, unknown> = chance(0.92) ? { prompt: pick(known.prompts) } : {};
    while (chance(0.45)) {
      const field = pick(fields);
      object[field] = chance(0.75) ? likelyValue(field) : value(0);
    }
    const text = JSON.stringify(object);
    if (!chance(0.12)) return text;
    // Cut, doubled, or with something in the middle that does not belong there.
    const at = Math.floor(random() * text.length);
    return pick([
      text.slice(0, at),
      `${text.slice(0, at)}${oddText()}${text.slice(at)}`,
      text + text,
      text.replace('}', ',"prompt":"again"}'),
      `\ufeff${text}`,
    ]);
  }

  const isQuery = chance(0.6);
  const method = isQuery ? 'POST' : chance(0.75) ? 'GET' : pick(methods);
  let url = (isQuery ? '/v1/query' : pick(paths))
    .replace('{id}', () => pick(known.messageIds))
    .replace('{odd}', () => encodeURIComponent(oddText().toWellFormed()).slice(0, 200));
  while (!isQuery && chance(0.3))
    url += `${url.includes('?') ? '&' : '?'}${pick(parameters)}=${encodeURIComponent(chance(0.5) ? pick(['1', '100', '0', 'delivered', 'high', 'true', '2026-01-01T00:00:00Z']) : oddText().toWellFormed()).slice(0, 300)}`;
  if (chance(0.02)) url += '%';
  if (chance(0.005)) url += 'x'.repeat(3000);
  const headers: Record<string, string> = chance(0.97) ? { authorization: `Bearer ${known.apiKey}` } : {};
  const payload = method === 'POST' || chance(0.1) ? body() : undefined;
  if (payload !== undefined && chance(0.97)) headers['content-type'] = 'application/json';
  while (chance(0.15)) headers[pick(headerNames)] = pick(headerValues);
  if (isQuery && chance(0.01)) headers['prefer'] = 'respond-async';
  return { method, url, headers, payload };
}
