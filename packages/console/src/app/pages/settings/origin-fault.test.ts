import { expect, it } from 'vitest';
import { originFault } from './origin-fault.ts';
import { readOrigins } from './read-origins.ts';

it.each([
  ['https://www.example.com', ['https://www.example.com']],
  ['https://www.example.com/', ['https://www.example.com']],
  ['https://Shop.example.com/products?page=2#top', ['https://shop.example.com']],
  ['www.example.com shop.example.com:8443', ['https://www.example.com', 'https://shop.example.com:8443']],
  ['localhost:3000, 127.0.0.1:8080/x', ['http://localhost:3000', 'http://127.0.0.1:8080']],
  ['https://a.example; https://a.example/b', ['https://a.example']],
  ['http://www.example.com', ['http://www.example.com']],
  ['shop *.example.com', ['shop', '*.example.com']],
  ['  ', []],
])('reads the origins of “%s”', (typed, origins) => {
  expect(readOrigins(typed)).toEqual(origins);
});

const refusedAt = (pointer: string, message = 'Must be an origin such as https://www.example.com') => ({
  errors: [{ pointer, code: 'invalid_value', message }],
});

it('says in a sentence what is wrong with which address', () => {
  const said = (typed: string) => originFault(refusedAt('/origins/0'), typed);
  expect(said('our shop')).toMatch(/^“our” is not the address of a website/);
  expect(said('https://a.example *.a.example')).toMatch(/^“\*\.a\.example” is not the address/);
  expect(said('http://www.example.com/shop')).toMatch(/^“http:\/\/www\.example\.com” is not encrypted/);
});

it('says nothing once the address is corrected, or while nothing was refused', () => {
  expect(originFault(refusedAt('/origins/0'), 'https://www.example.com')).toBeUndefined();
  expect(originFault(null, 'our shop')).toBeUndefined();
});

it('says what is wrong with all of them together', () => {
  expect(originFault(refusedAt('/origins', 'Too small'), '')).toBe(
    'Enter the address of at least one website.',
  );
  expect(originFault(refusedAt('/origins', 'Too many: at most 20'), 'https://a.example')).toBe(
    'Too many: at most 20',
  );
});
