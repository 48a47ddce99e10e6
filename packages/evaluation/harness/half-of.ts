import { createHash } from 'node:crypto';

/** Numbers are chosen on one half and reported on the other; which one a row is in never changes. */
export type Half = 'tune' | 'report';

export function halfOf(name: string): Half {
  const [byte = 0] = createHash('sha256').update(name).digest();
  return byte % 2 === 0 ? 'tune' : 'report';
}
