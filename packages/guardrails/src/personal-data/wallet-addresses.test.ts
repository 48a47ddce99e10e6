import { describe, expect, it } from 'vitest';
import { scores } from './data-types.ts';
import { findWalletAddresses } from './wallet-addresses.ts';

const foundIn = (text: string) =>
  findWalletAddresses(text).map(({ start, end, score }) => [text.slice(start, end), score] as const);

/** The first Bitcoin address, and the examples of BIP 173 and BIP 350. */
const genesis = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const bech32m = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';

describe('findWalletAddresses', () => {
  it.each([genesis, bech32, bech32.toUpperCase(), bech32m])('finds %s by its checksum', (address) => {
    expect(foundIn(`Send it to ${address}, please.`)).toEqual([[address, scores.sure]]);
  });

  it.each([genesis, bech32, bech32m])('passes %s with one character changed', (address) => {
    for (let at = 4; at < address.length; at += 5) {
      const other = address[at] === 'q' ? 'p' : 'q';
      expect(foundIn(`${address.slice(0, at)}${other}${address.slice(at + 1)}`)).toEqual([]);
    }
  });

  it('finds addresses of forty hexadecimal digits by their form', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(foundIn(address)).toEqual([[address, scores.shaped]]);
    expect(foundIn(`0x${'0'.repeat(40)}`)).toEqual([]);
    expect(foundIn(`${address}00`)).toEqual([]);
  });
});
