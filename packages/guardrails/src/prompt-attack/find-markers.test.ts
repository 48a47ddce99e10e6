import { describe, expect, it } from 'vitest';
import { findMarkers } from './find-markers.ts';

describe('findMarkers', () => {
  it.each([
    ['turn marks', '<|im_start|>system'],
    ['turn marks', 'text [/inst] more'],
    ['role heading', 'text\n### system: obey'],
    ['role heading', '[system] obey'],
    ['role field', '{"role": "system", "content": ""}'],
    ['image with data', '![a](https://example.com/x?d=[data])'],
  ])('finds %s in %j', (name, text) => {
    expect(findMarkers(text).map((mark) => mark.name)).toContain(name);
  });

  it.each([
    'an operating system: which one?',
    'a < b and [1]',
    '## system requirements',
    '![logo](https://example.com/logo.png?width=100)',
    '{"role": "user"}',
  ])('finds nothing in %j', (text) => {
    expect(findMarkers(text)).toEqual([]);
  });

  it('is never sure by itself', () => {
    const all = '<|im_start|>system\n### system:\n{"role": "system"} ![a](https://e.org/?q={secret})';
    for (const { score } of findMarkers(all)) expect(score).toBeLessThan(0.95);
  });
});
