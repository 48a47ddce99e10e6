import { expect, it } from 'vitest';
import { readByteRange } from './exports.ts';

const file = { bytes: 100, etag: '"exp_1"' };
const whole = { start: 0, end: 100, isPart: false };
const part = (start: number, end: number) => ({ start, end, isPart: true });

it('reads one range of bytes, and takes anything else for the whole file', () => {
  for (const [range, expected] of [
    ['bytes=0-9', part(0, 10)],
    ['bytes=90-', part(90, 100)],
    ['bytes=90-999', part(90, 100)],
    ['bytes=-10', part(90, 100)],
    ['bytes=-500', part(0, 100)],
    ['bytes=100-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=9-3', whole],
    ['bytes=-', whole],
    ['bytes=0-1,5-6', whole],
    ['lines=0-1', whole],
    [undefined, whole],
  ] as const)
    expect(readByteRange(range === undefined ? {} : { range }, file), range).toEqual(expected);
});

it('sends a part only of the file that was begun, and nothing that the client has', () => {
  expect(readByteRange({ range: 'bytes=5-', 'if-range': '"exp_1"' }, file)).toEqual(part(5, 100));
  expect(readByteRange({ range: 'bytes=5-', 'if-range': '"exp_2"' }, file)).toEqual(whole);
  expect(readByteRange({ 'if-none-match': '"exp_2", W/"exp_1"' }, file)).toBe('unchanged');
});
