import { isIP } from 'node:net';
import { AppError } from '@avow/foundation';

/** How browsers reach the service. */
export interface PublicAddress {
  readonly isSecure: boolean;
  /** For links that people open. */
  readonly url: string;
  /** What passkeys are bound to. */
  readonly relyingPartyId: string;
  readonly origins: readonly string[];
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Listening everywhere, with no address of its own: people on this machine reach it as localhost. */
const isEverywhere = (host: string) => host === '0.0.0.0' || host === '[::]';

/**
 * Browsers bind passkeys to names and never to IP addresses: on this machine the service is `localhost`. Throws over plain
 * http on a network, where anybody could read a session.
 */
export function publicAddressOf(baseUrl: string): PublicAddress {
  const url = new URL(baseUrl);
  const { hostname, origin, port, pathname } = url;
  if (url.protocol === 'https:')
    return { isSecure: true, url: baseUrl, relyingPartyId: hostname, origins: [origin] };
  if (!isLoopback(hostname) && !isEverywhere(hostname))
    throw new AppError('invalid_state', {
      detail:
        'People can sign in over https only, or on the machine of the service: set AVOW_BASE_URL to the https address of the service.',
    });
  const local = `http://localhost${port === '' ? '' : `:${port}`}`;
  return {
    ...{ isSecure: false, url: `${local}${pathname.replace(/\/+$/, '')}`, relyingPartyId: 'localhost' },
    origins: [...new Set([local, origin])],
  };
}
