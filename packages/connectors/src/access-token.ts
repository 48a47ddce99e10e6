import { parseAnswer, textAt, valueAt } from './json.ts';
import { SourceFault } from './source-fault.ts';
import { expectSuccess, requestWhole, type SourceHttp } from './source-http.ts';

export interface TokenRequest {
  readonly url: string;
  /** Fields of the form; they may be composed anew for each request. */
  readonly form: () => Promise<Readonly<Record<string, string>>>;
}

export interface TokenDependencies {
  readonly http: SourceHttp;
  readonly nowMs: () => number;
}

const what = 'The token endpoint';
const responseBytesMax = 64 * 1024;
/** A token is replaced before it expires, so that no request is sent with one that expires on the way. */
const marginMs = 120_000;
const usualLifeMs = 600_000;

/** Headers with a token of OAuth 2, which is requested when it is needed and again before it expires. */
export function createTokenHeaders(
  { http, nowMs }: TokenDependencies,
  { url, form }: TokenRequest,
): (signal: AbortSignal) => Promise<Readonly<Record<string, string>>> {
  let held: { readonly token: string; readonly untilMs: number } | null = null;
  return async (signal) => {
    if (held !== null && nowMs() < held.untilMs) return bearer(held.token);
    const response = await requestWhole(http, url, {
      ...{ what, signal, isSecret: true, bytesMax: responseBytesMax },
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(await form()).toString(),
    });
    // OAuth 2 refuses wrong credentials with 400 too.
    if (response.status === 400)
      throw new SourceFault('unauthorized', `${what} refused the credentials (status 400). Check them.`);
    const body = parseAnswer(expectSuccess(response, what).bytes, what);
    const token = textAt(body, 'access_token');
    if (token === null) throw new SourceFault('invalid', `${what} answered without a token.`);
    const seconds = Number(valueAt(body, 'expires_in'));
    const lifeMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : usualLifeMs;
    held = { token, untilMs: nowMs() + Math.max(lifeMs - marginMs, lifeMs / 2) };
    return bearer(token);
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
