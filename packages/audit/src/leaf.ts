/** What a leaf of the first version says: that a message ended. Logs that have such leaves keep them; `formatEntry` writes the new ones. */
export interface Leaf {
  readonly tenantId: string;
  readonly messageId: string;
  readonly status: string;
  /** RFC 3339, UTC, three decimals. */
  readonly createdAt: string;
  /** The salted commitment to the content, in lower-case hexadecimal. */
  readonly contentCommitment: string;
}

export const firstVersion = 'avow.leaf.v1';

/** The bytes that its hash is taken of: an array, so that there is one order and one spelling. */
export function leafBytes(leaf: Leaf): Uint8Array<ArrayBuffer> {
  const { tenantId, messageId, status, createdAt, contentCommitment } = leaf;
  const fields = [firstVersion, tenantId, messageId, status, createdAt, contentCommitment];
  return new TextEncoder().encode(JSON.stringify(fields));
}
