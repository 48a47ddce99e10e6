import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFigureBook, type Figure } from '../figures/figure-book.ts';
import { assessFramework } from './assess-framework.ts';
import { type Control, type Framework, frameworkNames, readFramework } from './framework.ts';

const guide = new URL('../../../../../../docs/guide/', import.meta.url);

const control: Control = {
  ...{ id: 'A', asks: 'Something is counted.', feature: 'It is.', guide: 'insights.md', figures: ['count'] },
  ...{ holds: [], remains: 'Look at it.' },
};
const frameworkWith = (holds: Control['holds']): Framework => ({
  ...{ framework: 'soc2', name: 'A', source: 'B', note: 'C' },
  controls: [{ ...control, holds }],
});

function figures(): readonly Figure[] {
  const book = createFigureBook();
  const said = (key: string) => ({ key, title: key, definition: key });
  book.count(3, said('count'));
  book.yesNo(false, said('off'));
  book.share({ hits: 3, total: 4 }, said('most'));
  book.share({ hits: 0, total: 0 }, said('nothing'));
  book.measure(null, 'days', said('no end'));
  return book.figures;
}

const stateFor = (...holds: Control['holds']) => {
  const [assessed] = assessFramework(frameworkWith(holds), figures()).controls;
  return [assessed?.state, assessed?.missing];
};

describe('the state of a control', () => {
  it('is for people to show if nothing of the installation could', () => {
    expect(stateFor()).toEqual(['not_for_software', []]);
  });

  it('is met, partly met or not met by how many conditions hold', () => {
    const holds = { figure: 'count', min: 3, missing: 'more' };
    const fails = { figure: 'off', is: true, missing: 'switch it on' };
    expect(stateFor(holds)).toEqual(['met', []]);
    expect(stateFor(holds, fails)).toEqual(['partly', ['switch it on']]);
    expect(stateFor(fails)).toEqual(['not_met', ['switch it on']]);
    expect(stateFor({ figure: 'most', min_share: 0.75, missing: 'all' })[0]).toBe('met');
    expect(stateFor({ figure: 'most', min_share: 1, missing: 'all' })).toEqual(['not_met', ['all']]);
  });

  it('is not met by what there is nothing to show by, but by a time without an end', () => {
    expect(stateFor({ figure: 'nothing', min_share: 0, missing: 'x' })).toEqual([
      'not_met',
      ['There was nothing in the period to say it by: nothing.'],
    ]);
    expect(stateFor({ figure: 'no end', min_or_none: 183, missing: 'x' })[0]).toBe('met');
    expect(stateFor({ figure: 'no end', min: 183, missing: 'x' })[0]).toBe('not_met');
  });

  it('rejects a figure that does not exist', () => {
    expect(() => stateFor({ figure: 'typo', is: true, missing: 'x' })).toThrow('unknown figure: typo');
  });
});

describe.each(frameworkNames)('the mapping of %s', (name) => {
  const { framework, controls, note } = readFramework(name);

  it('names each control once, with a page of the guide that exists', () => {
    expect(framework).toBe(name);
    expect(new Set(controls.map(({ id }) => id)).size).toBe(controls.length);
    for (const { id, guide: page } of controls)
      expect(existsSync(new URL(page, guide)), `${id} ${page}`).toBe(true);
  });

  it('never says that a law or a standard is satisfied', () => {
    const texts = [note, ...controls.flatMap((one) => [one.asks, one.feature, one.remains])];
    expect(texts.join('\n')).not.toMatch(/complian|conform|certif|fulfil|satisf|guarantees that|ensures/i);
  });

  it('says what is missing for each condition, and nothing that only a figure could not show', () => {
    for (const { id, holds, figures: shown } of controls)
      if (holds.length > 0) expect(shown.length, id).toBeGreaterThan(0);
  });
});
