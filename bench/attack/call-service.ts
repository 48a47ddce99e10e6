import type { HostileServer } from './hostile-server.ts';

export interface AttackTarget {
  readonly url: string;
  /** Of a tenant that may load content and ask. */
  readonly apiKey: string;
  readonly hostile: HostileServer;
}

export interface Attack {
  readonly name: string;
  /** Goes on until it is aborted. What became of it, in a few words. */
  readonly run: (target: AttackTarget, signal: AbortSignal) => Promise<string>;
}

interface Called {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

type Headers = Readonly<Record<string, string>>;

export async function call(
  { url, apiKey }: Pick<AttackTarget, 'url' | 'apiKey'>,
  path: string,
  init: RequestInit & { readonly headers?: Headers } = {},
): Promise<Called> {
  const { headers = {}, ...rest } = init;
  const response = await fetch(`${url}${path}`, {
    ...rest,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

export const send = (
  target: Pick<AttackTarget, 'url' | 'apiKey'>,
  [method, path]: readonly [method: 'POST' | 'PATCH', path: string],
  body: unknown,
  headers: Headers = {},
): Promise<Called> =>
  call(target, path, {
    ...{ method, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...headers },
  });

export const post = (
  target: Pick<AttackTarget, 'url' | 'apiKey'>,
  path: string,
  body: unknown,
  headers: Headers = {},
): Promise<Called> => send(target, ['POST', path], body, headers);

export async function createPack(target: AttackTarget, name: string): Promise<string> {
  const { status, body } = await post(target, '/v1/content-packs', { name });
  if (status !== 201) throw new Error(`the pack was not created: ${JSON.stringify(body)}`);
  return `/v1/content-packs/${body['id']}`;
}
