import { AttestationFailure } from './attestation.ts';

export interface PostOptions {
  readonly url: string;
  readonly mediaType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
}

export interface BoundedResponse {
  readonly status: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The longest answer that is read. */
const responseBytesMax = 64 * 1024;

/**
 * Sends a request to an address that the operator has set, and reads the whole answer, up to a limit of bytes and of time.
 * Redirects are not followed: they would lead to addresses that nobody has set.
 */
export async function postBounded({
  url,
  mediaType,
  body,
  timeoutMs,
}: PostOptions): Promise<BoundedResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': mediaType, 'user-agent': 'Avow' },
      body,
    });
    return { status: response.status, bytes: await readBounded(response) };
  } catch (cause) {
    if (cause instanceof AttestationFailure) throw cause;
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
    const message = isTimeout ? `no answer came within ${timeoutMs} ms` : 'it could not be reached';
    throw new AttestationFailure('unavailable', message, { cause });
  }
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels what has not been read.
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > responseBytesMax)
      throw new AttestationFailure('invalid', `the answer has more than ${responseBytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** For a status that is not the expected one. */
export function failureOfStatus(status: number): AttestationFailure {
  if (status >= 300 && status < 400)
    return new AttestationFailure('refused', `it redirects (status ${status}), which is not followed`);
  const isTemporary = status === 429 || status === 408 || status >= 500;
  return new AttestationFailure(isTemporary ? 'unavailable' : 'refused', `it answered with status ${status}`);
}

/** How far the clocks of two machines may be apart. */
const skewMaxMs = 10 * 60_000;

/** A time that was stated a moment ago must be about now, or one of the clocks is wrong. */
export function requireRecent(atMs: number, nowMs: number): void {
  const apartMs = Math.abs(atMs - nowMs);
  if (apartMs > skewMaxMs)
    throw new AttestationFailure(
      'invalid',
      `the time that it states is ${Math.round(apartMs / 60_000)} minutes from that of this machine: one of the clocks is wrong`,
    );
}
