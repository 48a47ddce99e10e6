import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { FetchFault } from './fetch-fault.ts';
import { isPublicAddress } from './public-address.ts';

/** Where requests may go. */
export interface AddressPolicy {
  isAllowedAddress(address: string): boolean;
  isAllowedPort(port: number): boolean;
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
}

/** What an operator sets to allow private addresses and any port: the way out that a refusal names. */
export const privateAddressSetting = 'AVOW_FETCH_PRIVATE_ADDRESSES';

const webPorts = new Set([80, 443, 8080, 8443]);

/** Allows public addresses on the usual ports; with private ones, also this machine, private networks and any port. */
export function createAddressPolicy(allowPrivateAddresses: boolean): AddressPolicy {
  return {
    isAllowedAddress: (address) => allowPrivateAddresses || isPublicAddress(address),
    isAllowedPort: (port) => allowPrivateAddresses || webPorts.has(port),
    resolve: (hostname) => lookup(hostname, { all: true }),
  };
}

/** Throws a `FetchFault` if it is not an address of the web that the policy allows, as far as its text shows. */
export function checkUrl(text: string, policy: AddressPolicy): URL {
  const refuse = (message: string) => new FetchFault('not_allowed', message);
  if (!URL.canParse(text)) throw refuse('it is not an address');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse('only http and https are fetched from');
  if (url.username !== '' || url.password !== '')
    throw refuse('an address may not hold a name or a password');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (!policy.isAllowedPort(port))
    throw refuse(
      `port ${port} is not one that is fetched from (${[...webPorts].join(', ')}), unless the setting ${privateAddressSetting} is on`,
    );
  return url;
}
