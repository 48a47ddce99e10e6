import { GuardModelFault } from './guard-model-fault.ts';

type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` that holds no more of a response than this, and follows no redirect: the text would go to a place that the
 * operator has not named.
 */
export function limitFetch(fetchWhole: Fetch, { bytesMax }: { readonly bytesMax: number }): Fetch {
  return async (input, init) => {
    const response = await fetchWhole(input, { ...init, redirect: 'manual' });
    const bytes = await readBody(response, bytesMax);
    const { status, headers } = response;
    // Some statuses allow no body at all, not even an empty one.
    return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  };
}

/** Counted as it comes in, and after it is inflated: what a server says of its size may be wrong. */
async function readBody({ body }: Response, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the stream, and with it the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > bytesMax)
      throw new GuardModelFault('too_large', `the guardrail model sent more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
