import { sourceConnectionSchema } from '@avow/contract/testing/content';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessRuleOf, mapReaders } from './map-readers.ts';

const ruleOf = (settings: Readonly<Record<string, unknown>>) => {
  const connection = { kind: 'confluence', url: 'https://wiki.example', space: 'HR', ...settings };
  const rule = accessRuleOf(sourceConnectionSchema.parse(connection));
  if (rule === null) throw new Error('no rule');
  return rule;
};
const groups = (...names: string[]) => ({ kind: 'groups', groups: names });

describe('readers of an item as groups', () => {
  it('carries groups over under their names, and nobody else', () => {
    const rule = ruleOf({});
    expect(mapReaders([['group:hr', 'user:ann', 'domain:example.com']], rule)).toEqual(groups('hr'));
    for (const level of [
      ['user:ann'],
      ['anyone'],
      ['organization'],
      ['group-id:1'],
      [`group:${'x'.repeat(129)}`],
      [],
    ])
      expect(mapReaders([level], rule).kind, level.join()).toBe('withheld');
  });

  it('applies only the mapping if that is asked for', () => {
    const access_map = [
      { principal: 'group:hr-all', group: 'hr' },
      { principal: 'group:hr-all', group: 'board' },
      { principal: 'user:ann', group: 'ann' },
    ];
    const rule = ruleOf({ access: 'mapped', access_map });
    expect(mapReaders([['group:hr-all', 'group:other', 'user:ann']], rule)).toEqual(
      groups('ann', 'board', 'hr'),
    );
    expect(mapReaders([['group:other']], rule).kind).toBe('withheld');
  });

  it('admits only groups that pass every level', () => {
    const rule = ruleOf({ access_map: [{ principal: 'space:HR', group: null }] });
    expect(
      mapReaders([['group:staff', 'space:HR'], ['group:hr', 'group:board'], ['group:board']], rule),
    ).toEqual(groups('board'));
    expect(mapReaders([['group:hr'], ['group:board']], rule)).toMatchObject({
      ...{ kind: 'withheld', reason: expect.stringContaining('no group passes') },
    });
    expect(mapReaders([['space:HR']], rule)).toEqual(groups());
  });

  it('never admits a group that a level neither names nor maps', () => {
    const level = fc.array(fc.constantFrom('group:a', 'group:b', 'group:c', 'user:a', 'anyone'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 4 }), (levels) => {
        const mapped = mapReaders(levels, ruleOf({}));
        if (mapped.kind === 'withheld') return;
        expect(mapped.groups.length).toBeGreaterThan(0);
        for (const group of mapped.groups) for (const one of levels) expect(one).toContain(`group:${group}`);
      }),
    );
  });
});
