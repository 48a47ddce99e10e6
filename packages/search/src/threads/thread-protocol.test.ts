import { expect, it } from 'vitest';
import { PassageSearchError } from '../passage-search-error.ts';
import { describeFault, errorOfFault } from './thread-protocol.ts';

const cross = (error: unknown) => errorOfFault(describeFault(error));

it('keeps what a log needs of an error: its code, and the code of its cause, but no path', () => {
  const missing = Object.assign(new Error('ENOENT: no such file, open /data/search/ten_1'), {
    code: 'ENOENT',
  });
  const failed = cross(missing);
  expect(failed).toMatchObject({ name: 'PassageSearchError', code: 'failed', cause: { code: 'ENOENT' } });
  const pack = { packId: 'pack_1', version: 2 } as const;
  const damaged = cross(
    new PassageSearchError('damaged', 'a file of the search index is missing', { pack, cause: missing }),
  );
  expect(damaged).toMatchObject({ code: 'damaged', pack, cause: { code: 'ENOENT' } });
  expect(cross(new PassageSearchError('timeout', 'too late')).cause).toBeUndefined();
  for (const error of [failed, damaged])
    expect(`${error.message}${(error.cause as Error).message}`).not.toContain('/data');
});
