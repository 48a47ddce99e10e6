/** A bundle, and what a checker must say of it. Lines keep their newlines. */
export interface AuditCase {
  readonly name: string;
  readonly expected: 'sound' | 'broken';
  readonly lines: readonly string[];
  /** Set where the bundle is not what its lines say: bytes that are not text. */
  readonly bytes?: Uint8Array;
  /** Whether the checker is given the key of the examples; it is by default. */
  readonly withoutKey?: boolean;
}

export const bytesOf = ({ lines, bytes }: AuditCase): Uint8Array =>
  bytes ?? new TextEncoder().encode(lines.join(''));
