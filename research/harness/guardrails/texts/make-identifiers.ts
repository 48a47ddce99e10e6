import type { SampleGenerator } from '@avow/guardrails/testing';
import { contactGenerators, createRandom, namedGenerators, strongGenerators } from '@avow/guardrails/testing';

export interface MadeIdentifier {
  readonly group: 'found by its form' | 'found where it is named' | 'contact and network';
  readonly type: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Contexts in which people write a number; the first has no label. */
const plainFrames = [
  ['Please check ', ' for me, thank you.'],
  ['It says ', ' on the letter that I got.'],
] as const;
const namedFrames = [
  ['My WORD is ', '.'],
  ['WORD: ', ''],
  ['Hello, can you update the WORD to ', ' before Monday?'],
  ['- WORD ', '\n- the rest is as before'],
] as const;

/** Valid identifiers of every type in the product, in sentences, equally many of each. */
export function makeIdentifiers(perType: number): MadeIdentifier[] {
  return [
    ...strongGenerators.flatMap((maker) =>
      made(maker, { group: 'found by its form', perType, frames: [...plainFrames, ...namedFrames] }),
    ),
    ...namedGenerators.flatMap((maker) =>
      made(maker, { group: 'found where it is named', perType, frames: namedFrames }),
    ),
    ...contactGenerators.flatMap((maker) =>
      made(maker, { group: 'contact and network', perType, frames: [...plainFrames, ...namedFrames] }),
    ),
  ];
}

function made(
  { type, words, make }: SampleGenerator,
  {
    group,
    perType,
    frames,
  }: Pick<MadeIdentifier, 'group'> & {
    readonly perType: number;
    readonly frames: ReadonlyArray<readonly [string, string]>;
  },
): MadeIdentifier[] {
  const identifiers: MadeIdentifier[] = [];
  for (let seed = 1; identifiers.length < perType; seed += 1) {
    const value = make(createRandom(seed));
    if (value === null) continue;
    const [before, after] = frames[identifiers.length % frames.length] ?? ['', ''];
    const lead = before.replace('WORD', words[seed % words.length] ?? type);
    const start = lead.length;
    identifiers.push({ group, type, text: `${lead}${value}${after}`, start, end: start + value.length });
  }
  return identifiers;
}
