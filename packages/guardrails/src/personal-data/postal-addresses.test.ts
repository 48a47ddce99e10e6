import { describe, expect, it } from 'vitest';
import { scores } from './data-types.ts';
import { findPostalAddresses } from './postal-addresses.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

const foundIn = (text: string) =>
  resolveOverlaps(findPostalAddresses(text), text.length).map(({ start, end }) => text.slice(start, end));

describe('findPostalAddresses', () => {
  it.each([
    '221B Baker Street',
    '221B Baker Street, London NW1 6XE',
    '12 North Oak Ave, Apt 4, Springfield, IL 62704',
    '1 Old Mill Road',
    '350 5th Avenue, New York, NY 10118',
    '12 bis rue de la Paix, 75002 Paris',
    'Hauptstraße 12a, 10115 Berlin',
    'Berliner Str. 5',
    'Am Alten Markt 3, 14467 Potsdam',
    'Calle Mayor 5, 28013 Madrid',
    'Via Roma, 12',
    'Kerkstraat 15, 1012 AB Amsterdam',
    'PO Box 1234',
  ])('finds %s', (address) => {
    expect(foundIn(`I live at ${address}; come by.`)).toEqual([address]);
  });

  it('scores higher with a postcode', () => {
    expect(findPostalAddresses('221B Baker Street')[0]?.score).toBe(scores.named);
    expect(findPostalAddresses('Hauptstraße 12a, 10115 Berlin')[0]?.score).toBe(scores.shaped);
  });

  it.each([
    'They walked down the street for 5 miles.',
    'Wall Street fell by 3 percent.',
    'There are 12 ways to do it.',
    'Chapter 5 The Way of All Things',
    'In 1990 the road was closed.',
    'Launched on April 24, 2012, Google Drive grew.',
    'a change of address. A 2010 Government Accountability Office report',
    'Der Weg ist 5 Kilometer lang.',
  ])('does not report prose as an address: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
