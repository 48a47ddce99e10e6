import { createSecretKey } from 'node:crypto';
import { newId } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.ts';

const cursors = createCursors(createSecretKey(new Uint8Array(32).fill(1)));
const place = { tenantId: newId('ten', 1), filter: 'status=blocked', place: newId('msg', 2) };

describe('cursors', () => {
  it('[CON-6-19] [CON-5-08] decode to the position they were issued for', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (filter, ms) => {
        const mine = { tenantId: newId('ten', ms), filter, place: newId('msg', ms) };
        expect(cursors.read(cursors.write(mine), mine)).toBe(mine.place);
      }),
    );
  });

  it('are refused for another tenant, another filter, another service, or if changed', () => {
    const cursor = cursors.write(place);
    expect(() => cursors.read(cursor, { ...place, tenantId: newId('ten', 1) })).toThrow('cursor');
    expect(() => cursors.read(cursor, { ...place, filter: 'status=delivered' })).toThrow('cursor');
    expect(() => createCursors(createSecretKey(new Uint8Array(32))).read(cursor, place)).toThrow('cursor');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: cursor.length - 1 }),
        fc.constantFrom(...'ABab09-_'),
        (at, character) => {
          fc.pre(cursor[at] !== character);
          expect(() => cursors.read(cursor.slice(0, at) + character + cursor.slice(at + 1), place)).toThrow(
            'cursor',
          );
        },
      ),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => cursors.read(text, place)).toThrow('cursor');
      }),
    );
  });

  it('reveal nothing about the filter', () => {
    expect(Buffer.from(cursors.write(place), 'base64url').toString()).not.toContain('blocked');
  });
});
