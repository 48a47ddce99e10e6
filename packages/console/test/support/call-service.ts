import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsoleService } from './console-service.ts';

/** What a busy service refuses for now. */
const passing = [429, 503, 504];
const triesMax = 5;
const waitMs = 2_000;

/** Calls the service with the key that may do everything, as often as a person would, and expects success. */
export async function callService(
  { service, key }: Pick<ConsoleService, 'service' | 'key'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const send = () =>
    service.app.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  let response = await send();
  for (let tries = 1; tries < triesMax && passing.includes(response.statusCode); tries += 1) {
    await sleep(waitMs);
    response = await send();
  }
  if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.body}`);
  return response.statusCode === 204 ? undefined : response.json();
}

/** Reads something again until it is as it should be. */
export async function waitUntil<Value>(
  read: () => Promise<Value>,
  isReached: (value: Value) => boolean,
): Promise<Value> {
  const endMs = Date.now() + 300_000;
  for (;;) {
    const value = await read();
    if (isReached(value)) return value;
    if (Date.now() > endMs) throw new Error('it has not come about in five minutes');
    await sleep(50);
  }
}
