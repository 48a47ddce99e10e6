import { describe, expect, it } from 'vitest';
import type { Grounding } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { createDraftAssembly, type Taken } from './assemble-draft.ts';
import { createUnitCutter } from './cut-units.ts';
import { createLeadIns } from './lead-ins.ts';

const source: QuotableSource = {
  ...{ documentId: 'doc_1', pack: { packId: 'pack_1', version: 1 }, source: 'a.md', title: 'A', url: null },
  ...{ number: 1, context: '', text: '😀 The words.', start: 10 },
};
const quotes = [{ source: 1, start: 3, end: 12, score: 0.81234 }];

/** Text with "bad" is unsupported, with "nearly" too but near to words of the source, text with "Hm" claims nothing, everything else is supported. */
function groundingOf(text: string): Grounding {
  if (text.includes('bad')) return { kind: 'unsupported', why: 'contradicted' };
  if (text.includes('nearly')) return { kind: 'unsupported', why: 'unsupported', nearest: quotes };
  if (text.includes('Hm')) return { kind: 'claims_nothing' };
  if (text.includes('doubtful'))
    return { kind: 'supported', quotes, judged: { supported: 0.29, contradicted: 0 } };
  return { kind: 'supported', quotes, judged: { supported: 0.9, contradicted: 0 } };
}

function assemble(text: string) {
  const cutter = createUnitCutter();
  const assembly = createDraftAssembly({
    sources: [source],
    judge: 'judge',
    allowUnverified: false,
    supportedMin: 0.3,
  });
  const taken: Taken[] = [];
  const leadsOf = createLeadIns();
  for (const unit of [...cutter.push(text), ...cutter.end()]) {
    const leads = leadsOf(unit);
    const says =
      unit.kind === 'table_head' ? 'Hm' : [...leads, unit].map(({ text: words }) => words).join(' ');
    taken.push(assembly.take(unit, groundingOf(says), leads));
  }
  const draft = assembly.end();
  return {
    taken,
    draft,
    text: draft?.units.map(({ join, text: words }) => `${join}${words}`).join('') ?? null,
  };
}

describe('createDraftAssembly', () => {
  it('leaves out unsupported units, and separates the others as they were', () => {
    expect(assemble('One is so. Two is bad. Three is so.\n\nFour is bad. Five is so.').text).toBe(
      'One is so. Three is so.\n\nFive is so.',
    );
  });

  it('leaves out units whose support is below the minimum of the policy', () => {
    expect(assemble('One is so. Two is doubtful. Three is so.').text).toBe('One is so. Three is so.');
    expect(assemble('One is doubtful. Two is so.').text).toBe('Two is so.');
  });

  it('puts the words of the source in place of a sentence that no judge is sure of', () => {
    const { draft, text } = assemble('One is nearly. Two is so.');
    expect(text).toBe('The words. Two is so.');
    expect(draft?.units[0]).toMatchObject({ isRepaired: true, claims: true, judged: null, restsOn: [0] });
    expect(draft?.changes).toEqual([
      { written: 'One is nearly.', delivered: 'The words.', reason: 'unsupported' },
    ]);
    expect(draft?.found.keptShare).toBe(1);
  });

  it('does not say the same words of a source twice', () => {
    const { draft, text } = assemble('One is nearly. Two is nearly. Three is so.');
    expect(text).toBe('The words. Three is so.');
    expect(draft?.changes?.[1]).toEqual({ written: 'Two is nearly.', delivered: '', reason: 'repeated' });
    expect(draft?.found.keptShare).toBe(1);
  });

  it("puts no words of the source under a lead-in of the model's own", () => {
    expect(assemble('You must not bring:\n\n- One is nearly\n- Two is so\n').text).toBe(
      'You must not bring:\n\n- Two is so',
    );
    expect(assemble('You must not bring:\n\n- One is nearly\n').text).toBeNull();
  });

  it('says what was removed, and why', () => {
    const { draft } = assemble('One is so. Two is bad.');
    expect(draft?.changes).toEqual([{ written: 'Two is bad.', delivered: '', reason: 'contradicted' }]);
    expect(assemble('One is so.').draft).not.toHaveProperty('changes');
  });

  it('goes on after an unsupported first claim', () => {
    expect(assemble('Hm hello. One is bad. Two is so.').taken).toEqual(['same', 'fell', 'grew']);
    expect(assemble('Hm hello.').text).toBeNull();
  });

  it('keeps a unit that claims nothing only before a supported one', () => {
    expect(assemble('Hm hello. One is so. Hm bye.').text).toBe('Hm hello. One is so.');
    expect(assemble('One is so.\n\nhm, in short: Two is bad.\n\nThree is so.').text).toBe(
      'One is so.\n\nThree is so.',
    );
    expect(assemble('One is so. Hm, well. Two is bad. Three is so.').text).toBe('One is so. Three is so.');
  });

  it('says of a table how many rows are left of it', () => {
    const head = '| A | B |\n| - | - |\n';
    expect(assemble(`${head}| 1 | so |\n| 2 | bad |\n| 3 | so |\n\nAnd so.`).text).toBe(
      '| A | B |\n| - | - |\n| 1 | so |\n| 3 | so |\n\n(2 of 3 are shown.)\n\nAnd so.',
    );
    expect(assemble(`${head}| 1 | so |\n| 2 | so |`).text).not.toContain('shown');
  });

  it('numbers lists without gaps', () => {
    expect(assemble('So it is:\n\n1. One\n2. bad\n3. Three\n   - a\n   - bad\n4. Four').text).toBe(
      'So it is:\n\n1. One\n2. Three\n   - a\n3. Four',
    );
    expect(assemble('So it is:\n\n3) bad\n4) Four\n\nThen.\n\n5) Five').text).toBe(
      'So it is:\n\n1) Four\n\nThen.\n\n2) Five',
    );
    expect(assemble('So it is:\n\n1. One\n- a\n2. Two\n\nOne is so.\n\n99. Three').text).toBe(
      'So it is:\n\n1. One\n- a\n2. Two\n\nOne is so.\n\n3. Three',
    );
    expect(assemble('One is so.\n\n900. Two').text).toBe('One is so.\n\n1. Two');
  });

  it('drops units under an unsupported one with it', () => {
    expect(assemble('One is so.\n\n- Two\n- bad\n  - of bad’s\n  - of the second\n- Three').text).toBe(
      'One is so.\n\n- Two\n- Three',
    );
    expect(assemble('One is so. All bad of these:\n\n- Two\n- Three\n\nFour is so.').text).toBe(
      'One is so.\n\nFour is so.',
    );
    expect(
      assemble('One.\n\n## Hm A\n\nTwo is so.\n\n## bad B\n\nThree is so.\n\n## Hm C\n\nFour is so.').text,
    ).toBe('One.\n\n## Hm A\n\nTwo is so.\n\n## Hm C\n\nFour is so.');
  });

  it('drops heads, headings and lead-ins with nothing left under them', () => {
    expect(assemble('One is so.\n\nThere are:\n\n- bad\n- bad too\n\nFour is so.').text).toBe(
      'One is so.\n\nFour is so.',
    );
    expect(assemble('One is so.\n\n| A | B |\n|---|---|\n| bad | 1 |\n\nFour is so.').text).toBe(
      'One is so.\n\nFour is so.',
    );
    expect(assemble('One is so.\n\n| A | B |\n|---|---|\n| bad | 1 |\n| good | 2 |').text).toBe(
      'One is so.\n\n| A | B |\n|---|---|\n| good | 2 |\n\n(1 of 2 are shown.)',
    );
    expect(assemble('One is so.\n\n# Hm A\n\n## Hm B\n\nbad.\n\n## Hm C\n\nTwo.\n\n# Hm D').text).toBe(
      'One is so.\n\n# Hm A\n\n## Hm C\n\nTwo.',
    );
    expect(assemble('One is so:\n\n- Fees:\n  - bad\n- Hours:\n  - 9 to 5').text).toBe(
      'One is so:\n\n- Hours:\n  - 9 to 5',
    );
  });

  it('gives the mark of an item whose first sentence fell to the next', () => {
    expect(assemble('One is so:\n\n1. This is bad. Two is so. And three.\n2. Four').text).toBe(
      'One is so:\n\n1. Two is so. And three.\n2. Four',
    );
    expect(assemble('One is so.\n\n> This is bad. Two is so.').text).toBe('One is so.\n\n> Two is so.');
  });

  it('rests on stored words at code points, each place once', () => {
    const { draft } = assemble('One is so. Two is so. Three is bad. Hm, as said. Four is so.');
    expect(draft).toMatchObject({
      sourceType: 'document',
      found: { supported: 0.9, keptShare: 0.75 },
      support: [{ quote: 'The words', start: 12, end: 21, score: 0.8123 }],
      judgedBy: 'judge',
    });
    expect(draft?.units.map(({ restsOn, claims }) => [claims, restsOn.length])).toEqual([
      [true, 1],
      [true, 1],
      [false, 0],
      [true, 1],
    ]);
  });

  it('refuses quotes that are not of a source', () => {
    const assembly = createDraftAssembly({
      sources: [source],
      judge: null,
      allowUnverified: true,
      supportedMin: 0,
    });
    const [unit] = createUnitCutter().push('So it is.\n\n') as [never];
    for (const quote of [
      { source: 2, start: 0, end: 2, score: 1 },
      { source: 1, start: 1, end: 4, score: 1 },
      { source: 1, start: 3, end: 3, score: 1 },
      { source: 1, start: 3, end: 300, score: 1 },
    ])
      expect(() => assembly.take(unit, { kind: 'supported', quotes: [quote], judged: null })).toThrow(
        'A quote',
      );
    expect(assembly.take(unit, { kind: 'supported', quotes: [], judged: null })).toBe('fell');
  });
});
