import { contentLimits } from '@avow/contract/content';
import { expect, it } from 'vitest';
import { uploadFault } from './upload-fault.ts';

const file = (name: string, size: number) => ({ name, size });

it('names the limit before anything is uploaded', () => {
  expect(uploadFault([file('a.pdf', 26_000_000)], contentLimits)).toBe(
    '“a.pdf” has 26 MB. A file may have at most 20 MB: split it, or leave it out.',
  );
  expect(uploadFault([file('a.pdf', 12_000_000), file('b.pdf', 12_000_000)], contentLimits)).toBe(
    'These files have 24 MB together. At most 20 MB can be uploaded at once: choose fewer.',
  );
  expect(uploadFault(Array(65).fill(file('a.md', 1)), contentLimits)).toBe(
    '65 files are chosen. At most 64 can be uploaded at once.',
  );
  expect(uploadFault([file('a.pdf', 20_000_000)], contentLimits)).toBeNull();
});
