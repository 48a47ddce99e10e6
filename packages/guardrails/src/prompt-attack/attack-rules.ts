import type { AttackKind } from './attack-kinds.ts';
import { englishWords } from './words/english-words.ts';
import { foreignWords, unspacedWords } from './words/foreign-words.ts';
import { framingWords } from './words/framing-words.ts';

function prefixed<Prefix extends string, Key extends string>(
  prefix: Prefix,
  words: Readonly<Record<Key, string>>,
): Readonly<Record<`${Prefix}${Key}`, string>> {
  const entries = Object.entries<string>(words).map(([key, list]) => [`${prefix}${key}`, list]);
  // The names follow from the prefix, which Object.fromEntries cannot tell.
  return Object.fromEntries(entries) as Record<`${Prefix}${Key}`, string>;
}

/** All families by name; those of other languages have the name of their English counterpart after a prefix. */
export const attackFamilies = {
  ...englishWords,
  ...framingWords,
  ...prefixed('foreign:', foreignWords),
  ...prefixed('unspaced:', unspacedWords),
};

export type AttackFamily = keyof typeof attackFamilies;

/** Words of several families near each other. */
export interface AttackRule {
  readonly name: string;
  readonly kind: AttackKind;
  readonly score: number;
  readonly families: readonly AttackFamily[];
  /** How many words apart the first and the last may stand. */
  readonly within: number;
  /** Whether they must come in this order, one after the other. Languages differ; English does not. */
  readonly inOrder: boolean;
}

/** Enough to block by itself. */
export const sureScore = 0.95;

type RuleLine = readonly [score: number, within: number, families: string];

/** Rules of one kind, one to a line: score, distance, and the families in their order. */
function rulesOf(kind: AttackKind, lines: readonly RuleLine[], inOrder = true): readonly AttackRule[] {
  return lines.map(([score, within, list]) => {
    const families = list.split(' ').map((name) => {
      if (!(name in attackFamilies)) throw new RangeError(`there is no family ${name}`);
      return name as AttackFamily;
    });
    return { name: `${kind}: ${list}`, kind, score, families, within, inOrder };
  });
}

export const attackRules: readonly AttackRule[] = [
  ...rulesOf('override', [
    [sureScore, 9, 'drop earlier orders'],
    [sureScore, 10, 'drop orders earlier'],
    [sureScore, 8, 'drop yours orders'],
    [sureScore, 10, 'drop orders yours'],
    [sureScore, 6, 'drop told'],
    [sureScore, 12, 'drop all earlier limits'],
    [0.7, 12, 'drop all earlier matter'],
    [0.7, 8, 'drop all orders'],
    [0.6, 9, 'drop earlier limits'],
    [0.6, 12, 'drop limits yours'],
    [0.5, 3, 'dropAll'],
    [0.5, 8, 'dropped safety'],
    [0.7, 7, 'dropSoft yours orders'],
    [0.6, 9, 'yours limits dropped'],
    [0.3, 4, 'fresh'],
    [0.7, 14, 'drop all fresh'],
    [0.7, 14, 'dropSoft fresh'],
  ]),
  ...rulesOf(
    'override',
    [
      [sureScore, 9, 'foreign:drop foreign:earlier foreign:orders'],
      [0.6, 7, 'foreign:drop foreign:yours foreign:orders'],
      [0.6, 6, 'foreign:drop foreign:prompt'],
      [0.6, 8, 'foreign:drop foreign:earlier foreign:matter'],
      [0.6, 8, 'foreign:drop foreign:all foreign:orders'],
      [0.6, 14, 'unspaced:drop unspaced:all unspaced:orders'],
      [0.5, 4, 'foreign:dropAll'],
      [0.5, 6, 'unspaced:dropAll'],
      [sureScore, 18, 'unspaced:drop unspaced:earlier unspaced:orders'],
      [0.6, 12, 'unspaced:drop unspaced:yours unspaced:orders'],
      [0.6, 14, 'unspaced:drop unspaced:prompt'],
    ],
    false,
  ),
  ...rulesOf('extraction', [
    [sureScore, 9, 'show mine prompt'],
    [sureScore, 8, 'show full prompt'],
    [sureScore, 10, 'show orders given'],
    [0.7, 10, 'show limits given'],
    [0.6, 10, 'ask orders given'],
    [0.5, 12, 'ask limits given'],
    [0.7, 8, 'show mine orders'],
    [0.6, 8, 'show earlier orders'],
    [0.6, 8, 'show orders earlier'],
    [0.5, 7, 'ask mine orders'],
    [0.5, 7, 'ask earlier orders'],
    [0.5, 8, 'ask all orders aboveHere'],
    [0.6, 8, 'show words aboveHere'],
    [sureScore, 14, 'show words aboveHere full'],
    [0.6, 10, 'mine orders full'],
  ]),
  ...rulesOf(
    'extraction',
    [
      [0.6, 8, 'foreign:show foreign:prompt'],
      [0.8, 9, 'foreign:show foreign:prompt foreign:yours'],
      [0.7, 12, 'unspaced:show unspaced:prompt'],
      [0.8, 16, 'unspaced:show unspaced:prompt unspaced:yours'],
    ],
    false,
  ),
  ...rulesOf('role', [
    [sureScore, 14, 'become unbound'],
    [0.7, 26, 'become unbound'],
    [0.6, 40, 'unbound unbound'],
    [0.7, 24, 'unbound wicked'],
    [0.7, 40, 'unbound not refuse'],
    [sureScore, 60, 'become unbound not sermon'],
    [0.5, 12, 'become wicked'],
    [0.7, 6, 'youAre unbound'],
    [sureScore, 14, 'become doAnything'],
    [0.7, 4, 'doAnything'],
    [0.6, 8, 'become danName'],
    [0.5, 3, 'youAre danName'],
    [sureScore, 14, 'switchTo mode off safety'],
    [0.5, 6, 'off safety'],
    [0.7, 25, 'become inRole'],
  ]),
  ...rulesOf('refusal_suppression', [
    [0.45, 3, 'not refuse'],
    [0.6, 8, 'answerWord not sermon'],
    [0.6, 5, 'always not refuse'],
    [0.6, 7, 'not admit anAi'],
    [0.7, 20, 'begin agreement not refuse'],
  ]),
  ...rulesOf('output_hijack', [
    [0.5, 12, 'whatever asked reply'],
    [0.6, 10, 'reply hacked'],
    [0.3, 4, 'reply only'],
  ]),
  ...rulesOf('exfiltration', [
    [0.7, 14, 'send talk place'],
    [0.4, 8, 'send talk'],
  ]),
  ...rulesOf('smuggling', [[0.7, 18, 'decode follow inside']]),
  ...rulesOf('reader_orders', [
    [sureScore, 24, 'ifReader readingThis sayIt'],
    [0.6, 14, 'address reader sayIt'],
    [0.4, 3, 'address reader'],
    [0.5, 10, 'reader must sayIt'],
  ]),
  ...rulesOf('fake_message', [
    [0.7, 14, 'fakeMessage yours'],
    [0.5, 4, 'authority'],
  ]),
];
