import { describe, expect, it } from 'vitest';
import type { CutUnit } from './cut-units.ts';
import { stripAttribution } from './strip-attribution.ts';

const unit = (text: string, also: Partial<CutUnit> = {}): CutUnit => ({
  ...{ kind: 'sentence', join: '', mark: '', text, references: [], head: [] },
  ...also,
});

describe('stripAttribution', () => {
  it.each([
    ['According to the first source, there are 100 replies.', 'There are 100 replies.', [1]],
    ['According to source 3, “Fees”, the fee is 5 €.', 'The fee is 5 €.', [3]],
    ['Based on the sources, it is due in March.', 'It is due in March.', []],
    ['According to the information provided in the first source, 5 € are due.', '5 € are due.', [1]],
    ['Based on the information provided, it is due in March.', 'It is due in March.', []],
    ['According to the sources provided, it is due in March.', 'It is due in March.', []],
    ['According to, it is due in March.', 'It is due in March.', []],
    ['The second source states that 5 € are due.', '5 € are due.', [2]],
    ['Source 2 says that it is due.', 'It is due.', [2]],
  ])('makes of %j what it says', (text, said, references) => {
    expect(stripAttribution(unit(text))).toEqual(unit(said, { references }));
  });

  it.each([
    'According to the handbook, the fee is 5 €.',
    'According to the law of 2019, the fee is 5 €.',
    'The first source of income is the fee.',
    'Based on information about the fee, 5 € are due.',
    'The source says so.',
    'Source 2 says that',
  ])('leaves %j', (text) => {
    expect(stripAttribution(unit(text))).toEqual(unit(text));
  });

  it('leaves what is not a sentence, and keeps references', () => {
    const code = unit('According to source 1, it is so.', { kind: 'code' });
    expect(stripAttribution(code)).toBe(code);
    const known = unit('According to source 1, it is so.', { references: [2, 1] });
    expect(stripAttribution(known).references).toEqual([2, 1]);
  });
});
