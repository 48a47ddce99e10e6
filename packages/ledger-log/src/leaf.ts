/** A leaf of version 1: a message was finished. Existing logs keep such leaves; `formatEntry` writes new ones. */
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

/** The bytes that are hashed: an array, so that the encoding is canonical. */
export function leafBytes(leaf: Leaf): Uint8Array<ArrayBuffer> {
  const { tenantId, messageId, status, createdAt, contentCommitment } = leaf;
  const fields = [firstVersion, tenantId, messageId, status, createdAt, contentCommitment];
  return new TextEncoder().encode(JSON.stringify(fields));
}
