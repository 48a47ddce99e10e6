import { LogError } from '@avow/ledger-log';
import { type ComparedField, type VerifiedReceipt, verifyReceipt } from '@avow/ledger-log/receipts';
import { hmacInBrowser, sha256InBrowser, verifyInBrowser } from './log-digests.ts';

export type CheckedReceipt =
  | { readonly kind: 'sound'; readonly verified: VerifiedReceipt }
  | { readonly kind: 'broken'; readonly why: string }
  /** The browser cannot verify such signatures. */
  | { readonly kind: 'unsupported' };

interface Given {
  /** From elsewhere; null: that of the receipt is used. */
  readonly trustedKey: string | null;
  readonly texts?: Readonly<Partial<Record<ComparedField, string>>>;
}

/** Checks a receipt in the browser, without the service. */
export async function checkReceipt(text: string, { trustedKey, texts = {} }: Given): Promise<CheckedReceipt> {
  const digests = { sha256: sha256InBrowser, hmac: hmacInBrowser, verify: verifyInBrowser };
  try {
    return { kind: 'sound', verified: await verifyReceipt(text, { trustedKey, texts, ...digests }) };
  } catch (error) {
    if (error instanceof LogError) return { kind: 'broken', why: error.message };
    if (error instanceof DOMException && error.name === 'NotSupportedError') return { kind: 'unsupported' };
    throw error;
  }
}
