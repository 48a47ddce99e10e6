import { createHmac, hash } from 'node:crypto';
import type { ReceiptVerifierOptions } from '@avow/ledger-log/receipts';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';

/** What checking a receipt takes of Node. */
export const receiptChecker: Pick<ReceiptVerifierOptions, 'sha256' | 'hmac' | 'verify'> = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
  verify: verifyEd25519,
};
