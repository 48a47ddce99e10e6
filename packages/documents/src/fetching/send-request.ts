import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressPolicy, privateAddressSetting } from './address-policy.ts';
import { FetchFault } from './fetch-fault.ts';

export interface SendOptions {
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST; without one, the method is GET. */
  readonly body?: string | Uint8Array;
}

const headerBytesMax = 16 * 1024;

/**
 * One request, over a new connection, to an address that the policy allows when the connection is made. Resolves with the
 * response, of which nothing has been read; redirects are not followed. Rejects with a `FetchFault`, or if it is aborted.
 */
export async function sendRequest(url: URL, options: SendOptions): Promise<IncomingMessage> {
  const { policy, signal, headers, body } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not resolved.
  if (isIP(host) !== 0 && !policy.isAllowedAddress(host)) throw notAllowed(host);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return await new Promise((resolve, reject) => {
    request(url, {
      method: body === undefined ? 'GET' : 'POST',
      // A new connection, without the proxies of the environment.
      agent: false,
      lookup: checkedLookup(policy),
      signal,
      maxHeaderSize: headerBytesMax,
      headers: { ...headers, 'user-agent': 'Avow' },
    })
      .once('response', resolve)
      .once('error', (error: NodeJS.ErrnoException) => reject(asFault(error, url)))
      // It was not asked to speak another protocol, and says nothing in this one.
      .once('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new FetchFault('unreachable', `${url.host} does not answer (101)`));
      })
      .once('close', () => reject(new FetchFault('unreachable', `${url.host} does not answer (closed)`)))
      .end(body);
  });
}

/** Checks the addresses that a name resolves to and connects to one of exactly these. */
function checkedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    policy.resolve(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => policy.isAllowedAddress(address));
        const [first] = allowed;
        if (first === undefined) callback(notAllowed(hostname), '', 4);
        else if (options.all === true) callback(null, [...allowed]);
        else callback(null, first.address, first.family);
      },
      (cause: unknown) =>
        callback(new FetchFault('unreachable', `there is no host ${hostname}`, { cause }), '', 4),
    );
  };
}

function notAllowed(host: string): FetchFault {
  return new FetchFault(
    'not_allowed',
    `${host} is not on the public internet but an address of this machine or of a private network. It is fetched from only if the setting ${privateAddressSetting} is on`,
  );
}

function asFault(error: NodeJS.ErrnoException, url: URL): Error {
  if (error instanceof FetchFault || error.name === 'AbortError') return error;
  const { code = 'unknown error' } = error;
  const isCertificate = /CERT|TLS|SSL|SIGNATURE/.test(code);
  const what = isCertificate ? 'has no certificate that can be trusted' : 'does not answer';
  return new FetchFault('unreachable', `${url.host} ${what} (${code})`, { cause: error });
}
