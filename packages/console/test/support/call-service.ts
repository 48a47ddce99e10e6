import type { ConsoleService } from './console-service.ts';

/** Calls the service with the key that may do everything, and expects success. */
export async function call(
  { service, key }: ConsoleService,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const response = await service.app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload === undefined ? {} : { payload }),
  });
  if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.body}`);
  return response.statusCode === 204 ? undefined : response.json();
}
