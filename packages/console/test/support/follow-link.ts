/** Somebody who is signed in. */
export interface Person {
  /** As a browser keeps it. */
  readonly cookie: string;
  call: Call;
}

/** Sends a request and expects success. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
) => Promise<any>;

/** Calls over the network with these headers. */
export function callWith(url: string, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Signs in with a one-time link, of which this is the end. */
export async function followLink(url: string, token: string): Promise<Person> {
  const response = await fetch(`${url}/v1/sign-in/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`the link is refused: ${await response.text()}`);
  const { csrf_token: csrfToken } = (await response.json()) as { readonly csrf_token: string };
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
  return { cookie, call: callWith(url, { cookie, 'x-csrf-token': csrfToken }) };
}
