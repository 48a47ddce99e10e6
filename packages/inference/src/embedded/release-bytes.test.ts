import { describe, expect, it } from 'vitest';
import { releaseBytes } from './release-bytes.ts';

describe('releaseBytes', () => {
  it('gives back large memory, also where only a part of it was used', () => {
    for (const bytes of [Buffer.alloc(1_000_000, 1), Buffer.alloc(1_000_000, 1).subarray(0, 10)]) {
      releaseBytes(bytes);
      expect(bytes.byteLength).toBe(0);
    }
  });

  it('leaves alone what shares its memory with other buffers', () => {
    const bytes = Buffer.from('shared');
    releaseBytes(bytes);
    expect(bytes.toString()).toBe('shared');
  });
});
