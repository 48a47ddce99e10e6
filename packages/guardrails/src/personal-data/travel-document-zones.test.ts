import { describe, expect, it } from 'vitest';
import { findTravelDocumentZones } from './travel-document-zones.ts';

const foundIn = (text: string) =>
  findTravelDocumentZones(text).map(({ start, end }) => text.slice(start, end));

/** The specimens of the standard. */
const passport = `P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
L898902C36UTO7408122F1204159ZE184226B<<<<<10`;
const card = `I<UTOD231458907<<<<<<<<<<<<<<<
7408122F1204159UTO<<<<<<<<<<<6
ERIKSSON<<ANNA<MARIA<<<<<<<<<<`;

describe('findTravelDocumentZones', () => {
  it('finds the lines of a passport, with the name', () => {
    expect(foundIn(`Scan:\n${passport}\nEnd.`)).toEqual([passport]);
  });

  it('finds the lines of a card, with the name', () => {
    expect(foundIn(`Scan:\n${card}\nEnd.`)).toEqual([card]);
  });

  it('finds the second line without the first', () => {
    const [, line = ''] = passport.split('\n');
    expect(foundIn(line)).toEqual([line]);
  });

  it('ignores lines with wrong check digits', () => {
    expect(foundIn(passport.replace('7408122', '7408123'))).toEqual([]);
    expect(foundIn(passport.replace(/0$/, '1'))).toEqual([]);
    expect(foundIn(card.replace('7408122', '7408123'))).toEqual([]);
  });
});
