import { expect, it } from 'vitest';
import { readRevision } from './read-revision.ts';

it('reads the revision that a tag begins with, also if a proxy has changed the tag', () => {
  for (const tag of ['"12-a_b-C"', 'W/"12-a_b-C"', '"12-a_b-C-gzip"', '"12"'])
    expect(readRevision(tag), tag).toBe(12);
  expect(readRevision('"0-abc"')).toBe(0);
});

it('reads none from a tag without a revision', () => {
  for (const tag of [null, '', '12', '"abc"', '"-1-a"', '"1.5"', '"12-a" "13-b"'])
    expect(readRevision(tag), String(tag)).toBeNull();
});
