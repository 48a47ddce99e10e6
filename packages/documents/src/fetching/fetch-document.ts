import { type AddressPolicy, checkUrl, createAddressPolicy } from './address-policy.ts';
import { FetchFault } from './fetch-fault.ts';
import { fileNameOf } from './file-name-of.ts';
import { requestOnce } from './request-once.ts';
import { textToUtf8 } from './text-to-utf8.ts';

interface FetchedDocument {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** After redirects. */
  readonly finalUrl: string;
}

/** Rejects with a `FetchFault`, or with the reason of the signal if that was aborted. */
type FetchDocument = (url: string, options: { readonly signal: AbortSignal }) => Promise<FetchedDocument>;

export interface FetchDocumentOptions {
  /** Allows requests to this machine, to private networks and to any port. */
  readonly allowPrivateAddresses: boolean;
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

const redirectsMax = 5;
/** Fetches documents for tenants, who must not gain access to the networks of this machine (SSRF). */
export function createFetchDocument(
  { allowPrivateAddresses, timeoutMs, bytesMax }: FetchDocumentOptions,
  policy: AddressPolicy = createAddressPolicy(allowPrivateAddresses),
): FetchDocument {
  return async (text, { signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const parts = { policy, bytesMax, signal: AbortSignal.any([signal, timeout]) };
    try {
      let url = checkUrl(text, policy);
      for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
        signal.throwIfAborted();
        const fetched = await requestOnce(url, parts);
        if (fetched.kind === 'body') {
          const { contentType } = fetched;
          const bytes = textToUtf8(fetched.bytes, contentType);
          if (bytes.length === 0) throw new FetchFault('refused', `${url.host} sent nothing`);
          return { bytes, fileName: fileNameOf(url, contentType), finalUrl: withoutFragment(url) };
        }
        url = nextUrl(url, fetched.location, policy);
      }
      throw new FetchFault('too_many_redirects', `it redirects more than ${redirectsMax} times`);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (timeout.aborted)
        throw new FetchFault('timed_out', `it took longer than ${timeoutMs / 1000} seconds`);
      throw error;
    }
  };
}

function withoutFragment(url: URL): string {
  const shown = new URL(url);
  shown.hash = '';
  return shown.href;
}

/** The target is checked like the first address. */
function nextUrl(from: URL, location: string, policy: AddressPolicy): URL {
  if (!URL.canParse(location, from.href)) {
    throw new FetchFault('refused', `${from.host} redirects to something that is not an address`);
  }
  const next = checkUrl(new URL(location, from.href).href, policy);
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new FetchFault(
      'not_allowed',
      `${from.host} redirects to an address that is not protected by https`,
    );
  }
  return next;
}
