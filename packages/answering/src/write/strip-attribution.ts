import type { CutUnit } from './cut-units.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const named = String.raw`(?:the )?(?:(?<ordinal>${ordinals.join('|')}) )?sources?(?: (?<number>\d{1,2}))?`;
const title = '(?:,? ?["“(][^"”)]{1,200}["”)])?';
const provided = '(?:provided|given|above)';
const information = `(?: (?:the )?(?:${provided} )?information(?: ${provided})?(?: (?:in|from|by))?)?`;
/** "According to source 2, …", and what is left of "According to [2], …" without its reference. */
const accordingTo = new RegExp(
  String.raw`^(?:according to|based on|as (?:stated|mentioned) in|per)${information}(?: ${named}(?: ${provided})?${title})?, (?=\S)`,
  'iu',
);
const statesThat = new RegExp(
  String.raw`^${named}${title} (?:says|states|mentions|explains|notes|indicates) that (?=\S)`,
  'iu',
);

/**
 * A unit without words that name its source by number: readers of the answer do not see the numbers, and no source says
 * them. They count as a reference.
 */
export function stripAttribution(unit: CutUnit): CutUnit {
  if (unit.kind !== 'sentence' && unit.kind !== 'item') return unit;
  const found = accordingTo.exec(unit.text) ?? statesThat.exec(unit.text);
  if (found === null) return unit;
  const { ordinal, number } = found.groups ?? {};
  const source = number === undefined ? ordinals.indexOf(ordinal?.toLowerCase() ?? '') + 1 : Number(number);
  const rest = unit.text.slice(found[0].length);
  return {
    ...unit,
    text: rest.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    references: source === 0 ? unit.references : [...new Set([...unit.references, source])],
  };
}
