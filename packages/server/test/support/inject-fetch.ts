import type { InjectOptions } from 'fastify';
import type { App } from '../../src/app/create-app.ts';

/** The `fetch` of client libraries, without a network. */
export function injectFetch(app: Pick<App, 'http'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const response = await app.http.inject({
      method: request.method as NonNullable<InjectOptions['method']>,
      url: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(request.headers), host: url.host },
      ...(body.length === 0 ? {} : { payload: body }),
    });
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    );
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    });
  };
}
