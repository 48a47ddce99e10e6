import { createHash } from 'node:crypto';

/** Parameters are chosen on one half and reported on the other; the half of a row never changes. */
export type Half = 'tune' | 'report';

export function halfOf(name: string): Half {
  const [byte = 0] = createHash('sha256').update(name).digest();
  return byte % 2 === 0 ? 'tune' : 'report';
}
