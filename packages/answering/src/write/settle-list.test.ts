import { describe, expect, it } from 'vitest';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { createUnitCutter } from './cut-units.ts';
import { type ListedUnit, settleList } from './settle-list.ts';

const text = `Our values are these six:

- **Put people first.** They are why we exist.
- Tell the truth early
- Write things down
- Finish what you start
- Spend money as your own
- Leave it better than it was

Visitors sign in at the desk.`;

function createSource(stored: string): QuotableSource {
  return {
    ...{ documentId: 'doc_1', pack: { packId: 'pack_1', version: 1 }, source: 'a.md', title: 'A', url: null },
    ...{ number: 1, context: '', text: stored, start: 0 },
  };
}

/** Of the written items, those with "bad" were removed; the others are supported by the words of the source that they begin with. */
function settle(written: string, { stored = text, lead = '' } = {}): string {
  const cutter = createUnitCutter();
  const units = [...cutter.push(written), ...cutter.end()].map((unit): ListedUnit => {
    const start = stored.indexOf(unit.text.slice(0, 9));
    const quotes = [{ source: 1, start, end: start + unit.text.length, score: 1 }];
    const judged = { supported: 0.9, contradicted: 0 };
    const kept = { mark: unit.mark, text: unit.text, join: unit.join, quotes, claims: true, judged };
    return { unit, kept: unit.text.includes('bad') || start === -1 ? null : { ...kept, isRepaired: false } };
  });
  return settleList(units, { lead, sources: [createSource(stored)] })
    .map(({ join, mark, text: words }) => join + mark + words)
    .join('');
}

describe('settleList', () => {
  it("delivers all items of the source's list, in its order and with its words", () => {
    expect(
      settle('- Finish what you start\n- Tell the truth\n'),
    ).toBe(`- **Put people first.** They are why we exist.
- Tell the truth
- Write things down
- Finish what you start
- Spend money as your own
- Leave it better than it was`);
  });

  it('puts the words of the source in place of a removed item', () => {
    expect(settle('1. Write things down\n2. Finish what you bad start\n3. Spend money\n')).toContain(
      '3. Write things down\n4. Finish what you start\n5. Spend money',
    );
  });

  it('leaves a list alone that no list of a source is behind', () => {
    expect(settle('- Visitors sign in\n- Nothing bad\n')).toBe('- Visitors sign in');
    expect(settle('- Tell the truth early\n- Visitors sign in\n- Xyzzy bad\n- Plugh bad\n')).toBe(
      '- Tell the truth early\n- Visitors sign in',
    );
  });

  it('leaves lists within lists as they are', () => {
    expect(settle('- Tell the truth early\n  - Write things down\n')).toBe(
      '- Tell the truth early\n  - Write things down',
    );
  });

  it('says of a long list how many of its items are shown', () => {
    const long = Array.from({ length: 20 }, (_, at) => `- Rule${at} about matter${at}`).join('\n');
    expect(settle('- Rule3 about matter3\n- Rule1 about matter1\n', { stored: long })).toBe(
      '- Rule1 about matter1\n- Rule3 about matter3\n\n(2 of 20 are shown.)',
    );
  });

  it('delivers items that only other words support after the list', () => {
    expect(settle('- Tell the truth early\n- Write things down\n- Visitors sign in\n')).toMatch(
      /it was\n- Visitors sign in$/,
    );
  });

  it('adds nothing under words that the source does not say of its list', () => {
    const services =
      'Services:\n\n- Renew passport: online\n- Renew licence: online\n- Get married: in person\n';
    const written = '- Renew passport: online\n- Renew licence: online\n';
    expect(settle(written, { stored: services, lead: 'These can be done online:' })).toBe(
      '- Renew passport: online\n- Renew licence: online\n\n(2 of 3 are shown.)',
    );
    expect(settle(written, { stored: services, lead: 'The services are:' })).toContain(
      'Get married: in person',
    );
    const allowed = services.replace('Services:', 'You may bring:');
    expect(settle(written, { stored: allowed, lead: 'You may not bring:' })).not.toContain('Get married');
  });

  it('counts only items of the list as shown', () => {
    const long = `${Array.from({ length: 16 }, (_, at) => `- Rule${at} about matter${at}`).join('\n')}\n\nVisitors sign in.`;
    expect(
      settle('- Rule3 about matter3\n- Rule1 about matter1\n- Visitors sign in\n', { stored: long }),
    ).toMatch(/\(2 of 16 are shown\.\)$/);
  });
});
