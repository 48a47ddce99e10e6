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
    [sureScore, 6, 'drop told'],
    [0.7, 7, 'dropSoft yours orders'],
    [0.6, 9, 'yours limits dropped'],
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
    [sureScore, 10, 'show orders given'],
    [0.7, 10, 'show limits given'],
    [0.5, 12, 'ask limits given'],
    [0.6, 8, 'show orders earlier'],
    [0.5, 7, 'ask mine orders'],
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
    [sureScore, 14, 'switchTo mode off safety'],
  ]),
  ...rulesOf('refusal_suppression', [
    [0.6, 8, 'answerWord not sermon'],
    [0.6, 7, 'not admit anAi'],
    [0.7, 20, 'begin agreement not refuse'],
  ]),
  ...rulesOf('output_hijack', [
    [0.5, 12, 'whatever asked reply'],
    [0.6, 10, 'reply hacked'],
  ]),
  ...rulesOf('exfiltration', [[0.7, 14, 'send talk place']]),
  ...rulesOf('smuggling', [[0.7, 18, 'decode follow inside']]),
  ...rulesOf('reader_orders', [
    [sureScore, 24, 'ifReader readingThis sayIt'],
    [0.5, 10, 'reader must sayIt'],
  ]),
  ...rulesOf('fake_message', [
    [0.7, 14, 'fakeMessage yours'],
    [0.5, 4, 'authority'],
  ]),
];
