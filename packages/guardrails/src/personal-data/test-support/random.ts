/** A source of numbers that gives the same ones again for the same seed. */
export interface Random {
  below(limit: number): number;
  digits(count: number): string;
  letters(count: number, alphabet?: string): string;
  pick<Item>(items: readonly Item[]): Item;
  /** Day, month and year of a birth, two digits each, and the century. */
  birth(): { readonly day: string; readonly month: string; readonly year: string; readonly century: string };
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const twoDigits = (value: number) => String(value).padStart(2, '0');

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const letters = (count: number, alphabet = capitals) =>
    Array.from({ length: count }, () => alphabet[below(alphabet.length)]).join('');
  return {
    below,
    letters,
    digits: (count) => letters(count, '0123456789'),
    pick: <Item>(items: readonly Item[]) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    birth: () => ({
      day: twoDigits(1 + below(28)),
      month: twoDigits(1 + below(12)),
      year: twoDigits(30 + below(70)),
      century: '19',
    }),
  };
}
