import { ModelFault } from '@avow/inference';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WrittenDraft, WrittenUnit } from '../../draft.ts';
import { plentyOfTime, type Script, scriptModel } from '../test-support/scripted.ts';
import { translateDraft } from './translate-draft.ts';

const unit = (text: string, also: Partial<WrittenUnit> = {}): WrittenUnit => ({
  ...{ text, join: ' ', restsOn: [0], claims: true, judged: { supported: 0.9, contradicted: 0 } },
  ...also,
});
const said = { restsOn: [], claims: false, judged: null } as const;
const units = [
  unit('Every employee has 27 days of paid holiday.', { join: '' }),
  unit('## What else', { ...said, join: '\n\n' }),
  unit('- Unused days can be carried over until March.', { join: '\n\n', restsOn: [1] }),
  unit('  2. Holiday is not paid out.', { join: '\n' }),
  unit('| Kind | Days |\n|---|---|', { ...said, join: '\n\n' }),
  unit('| Adult | 27 |', { join: '\n', restsOn: [0, 1] }),
  unit('```\nask --now\n```', { join: '\n\n' }),
];
const german = [
  '[1] Alle Angestellten haben 27 Tage bezahlten Urlaub.',
  '[2] Was noch',
  '[3] Nicht genommene Tage können bis März übertragen werden.',
  '[4] Urlaub wird nicht ausgezahlt.',
  '[5] | Art | Tage |',
  '[6] | Erwachsene | 27 |',
];
const draft: WrittenDraft = {
  ...{ kind: 'written', sourceType: 'document', support: [], units, json: null, judgedBy: 'judge' },
  found: { kind: 'written', supported: 0.9, keptShare: 1, logProbability: null },
};
const intoGerman = { from: 'en', into: 'de-AT' };

async function translate(script: Script, also: { leftMs?: () => number; into?: string } = {}) {
  const model = scriptModel(script);
  const { leftMs = plentyOfTime.leftMs, into = intoGerman.into } = also;
  const { signal } = new AbortController();
  const parts = { model, outputTokensMax: 300, signal, limits: { leftMs } };
  return { model, ...(await translateDraft(parts, draft, { from: 'en', into })) };
}

describe('translateDraft', () => {
  it('puts every unit into the other language, in its form, and leaves what it rests on', async () => {
    const {
      draft: translated,
      cost,
      model,
    } = await translate(() => ['<think>Let me see</think>\n', german.join('\n')]);
    expect(translated).toEqual({
      ...draft,
      translatedFrom: 'en',
      units: [
        'Alle Angestellten haben 27 Tage bezahlten Urlaub.',
        '## Was noch',
        '- Nicht genommene Tage können bis März übertragen werden.',
        '  2. Urlaub wird nicht ausgezahlt.',
        '| Art | Tage |\n|---|---|',
        '| Erwachsene | 27 |',
        '```\nask --now\n```',
      ].map((text, at) => ({ ...units[at], text })),
    });
    expect(cost).toMatchObject({ amount: 0.25 });
    const [task] = model.tasks;
    expect(task?.outputTokensMax).toBe(300);
    expect(task?.instructions).toMatch(/from English into Austrian German/);
    expect(task?.prompt).toMatch(/^<lines>\n\[1\] Every[^\n]+\n\[2\] What else\n[\s\S]+<\/lines>/);
    expect(task?.prompt).not.toContain('ask --now');
  });

  const changed = (from: RegExp, to: string) => german.map((line) => line.replace(from, to)).join('\n');
  it.each([
    ['changes a number', changed(/haben 27/, 'haben 72')],
    ['drops a denial', changed(/Urlaub wird nicht/, 'Urlaub wird')],
    ['changes a number in a row', changed(/\| 27 \|/, '| 28 |')],
    ['loses a cell', changed(/\| Erwachsene \| 27 \|/, '| Erwachsene 27 |')],
    ['makes a heading of a sentence', changed(/\[1\] /, '[1] # ')],
    ['leaves a unit out', german.slice(0, -1).join('\n')],
    ['adds a unit', [...german, '[7] Alles Gute!'].join('\n')],
    ['gives a unit twice', [german[0], ...german.slice(0, -1)].join('\n')],
    ['changes the order', german.toReversed().join('\n')],
    ['says something before', ['Gerne:', ...german].join('\n')],
    [
      'leaves a unit in English',
      changed(/\[3\].*/, '[3] Unused days can be carried over until the end of March.'),
    ],
    [
      'repeats all of it',
      units
        .map(({ text }, at) => `[${at + 1}] ${text}`)
        .slice(0, 6)
        .join('\n'),
    ],
    ['says nothing', ''],
    ['is garbage', '\u0000{"a": [[[['],
    ['never ends', `${german.join('\n')}\n`.repeat(40)],
  ])('leaves the draft unchanged if the model %s', async (_, reply) => {
    const { draft: left, cost } = await translate(() => reply);
    expect(left).toEqual({ ...draft, translatedFrom: null });
    expect(cost).toMatchObject({ amount: 0.25 });
  });

  it('is used as a whole or not at all, whichever of its lines are wrong', async () => {
    const spoilt = (line: string) =>
      fc.constantFrom(
        ...[line, line, line, line.replace(/27|Was|bis März|nicht/u, '11'), `${line} Rufen Sie 0900 an.`, ''],
      );
    await fc.assert(
      fc.asyncProperty(fc.tuple(...german.map(spoilt)), async (lines) => {
        const { draft: made } = await translate(() => lines.join('\n'));
        const isRight = lines.every((line, at) => line === german[at]);
        expect(made.translatedFrom).toBe(isRight ? 'en' : null);
        expect(made.units.filter(({ text }, at) => text === units[at]?.text)).toHaveLength(isRight ? 1 : 7);
      }),
    );
  });

  it('leaves the draft unchanged if the model reveals its instructions', async () => {
    const { draft: left } = await translate(({ instructions }) =>
      german.join('\n').replace('Was noch', () => `Was noch ${instructions.slice(0, 120)}`),
    );
    expect(left.translatedFrom).toBeNull();
  });

  it('leaves the draft unchanged if the model fails, and reports the cost', async () => {
    const failing = await translate(async function* () {
      yield `${german[0]}\n`;
      throw new ModelFault('busy', 'no');
    });
    expect(failing).toMatchObject({ draft: { units, translatedFrom: null }, cost: { amount: 0.25 } });
  });

  it('asks nothing without time, nor for a language that cannot be detected', async () => {
    for (const also of [{ leftMs: () => 0 }, { into: 'eu' }]) {
      const { draft: left, cost, model } = await translate(() => german.join('\n'), also);
      expect(left).toEqual({ ...draft, translatedFrom: null });
      expect(cost).toBeNull();
      expect(model.tasks).toEqual([]);
    }
  });
});
