/**
 * Receipts: what proves one answer to anybody who has one, without the service that gave it. `verifyReceipt` is all that
 * checking one takes, in Node and in browsers; the README specifies the format.
 */

// Reading and checking.

export { followReplacedKeys } from './receipt/follow-replaced-keys.ts';
export { parseReceipt, type Receipt, type ReceiptState, receiptCharsMax } from './receipt/receipt.ts';
export {
  type ComparedField,
  comparedFields,
  type ReceiptVerifierOptions,
  type VerifiedReceipt,
  verifyReceipt,
} from './receipt/verify-receipt.ts';

// Writing.

export { composeReceipt, type ReceiptParts, receiptBytesMax } from './receipt/compose-receipt.ts';
export type { ReceiptEvent } from './receipt/receipt.ts';
export { type CitedDocument, type CitedVersion, spellSources } from './receipt/receipt-sources.ts';
