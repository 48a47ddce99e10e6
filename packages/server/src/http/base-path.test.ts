import { describe, expect, it } from 'vitest';
import { basePathOf, belowBasePath } from './base-path.ts';

describe('the path of the base address', () => {
  it('is empty if the address has none', () => {
    expect(['http://h', 'https://h:8642/'].map(basePathOf)).toEqual(['', '']);
    expect(['https://h/avow', 'https://h/a/b/'].map(basePathOf)).toEqual(['/avow', '/a/b']);
  });

  it.each([
    ['/avow/v1/query', '/v1/query'],
    ['/avow/v1/messages?limit=2', '/v1/messages?limit=2'],
    ['/avow', '/'],
    ['/avow?x=1', '/?x=1'],
    ['/avowed', '/avowed'],
    ['/v1/query', '/v1/query'],
    ['/avow/avow/v1', '/avow/v1'],
  ])('is removed from %s', (target, below) => {
    expect(belowBasePath(target, '/avow')).toBe(below);
    expect(belowBasePath(target, '')).toBe(target);
  });
});
