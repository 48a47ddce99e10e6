import { readFile } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { StreamTarget } from '../../../config/security-streams.ts';
import { explainConnection, explainStorage } from './explain-error.ts';
import { readTls } from './read-tls.ts';
import { failure, type SendEvents, type SendOutcome, taken } from './stream-sender.ts';

interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Of an answer only the status matters; the rest is read up to here, so that the other side may end it. */
const answerBytesMax = 4 * 1024;

/**
 * Sends events to an address of the operator, one in a line (NDJSON). A status of 2xx means that they are taken. Redirects are
 * not followed: they would lead to addresses that nobody has set.
 */
export function createSendHttps(
  target: Extract<StreamTarget, { kind: 'https' }>,
  timeoutMs: number,
): SendEvents {
  return async (events, signal) => {
    let given: Awaited<ReturnType<typeof readFiles>>;
    try {
      given = await readFiles(target);
    } catch (error) {
      const { fault } = explainStorage(error);
      return failure('untrusted', `a file with its token or certificates cannot be read: ${fault}`);
    }
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const body = Buffer.from(events.map(({ json }) => `${json}\n`).join(''));
      return judge(await post(target.url, { ...given, body, signal: AbortSignal.any([signal, timeout]) }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (timeout.aborted) return failure('timeout', `no answer came within ${timeoutMs / 1000} seconds`);
      return explainConnection(error);
    }
  };
}

async function readFiles({ tokenFile, tls }: Extract<StreamTarget, { kind: 'https' }>) {
  const token = tokenFile === null ? null : (await readFile(tokenFile, 'utf8')).trim();
  return { token, tls: await readTls(tls) };
}

async function post(
  url: string,
  {
    token,
    tls,
    body,
    signal,
  }: Awaited<ReturnType<typeof readFiles>> & { readonly body: Buffer; readonly signal: AbortSignal },
): Promise<HttpAnswer> {
  const answered = Promise.withResolvers<HttpAnswer>();
  const send = url.startsWith('https:') ? requestSecure : requestPlain;
  const request = send(url, {
    ...{ method: 'POST', agent: false, signal, ...tls },
    headers: {
      ...{ 'content-type': 'application/x-ndjson', 'content-length': body.length, 'user-agent': 'Avow' },
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  request.on('error', answered.reject);
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response;
    let length = 0;
    response.on('error', answered.reject);
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > answerBytesMax) response.destroy();
    });
    response.on('close', () => answered.resolve({ status, retryAfter: headers['retry-after'] }));
  });
  request.end(body);
  return await answered.promise;
}

function judge({ status, retryAfter }: HttpAnswer): SendOutcome {
  if (status >= 200 && status < 300) return taken;
  const isRedirect = status >= 300 && status < 400;
  const fault = isRedirect
    ? `it redirects (status ${status}), which is not followed`
    : `it answered with status ${status}`;
  return {
    ...{ ...failure('refused', fault), retryAfterMs: readRetryAfter(retryAfter) },
    ...(status === 413 ? { isTooLarge: true } : {}),
  };
}

/** Only seconds: a date would depend on the clock of the other side. */
function readRetryAfter(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : null;
}
