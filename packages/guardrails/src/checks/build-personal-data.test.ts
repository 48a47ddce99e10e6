import { type CheckSettings, personalDataGroups } from '@avow/contract/guardrails';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRedactions } from '../apply-redactions.ts';
import { testGuardrailContract, verdictKindOf, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail, noParts } from '../contract/test-guardrails.ts';
import { screenerOf, testScreening } from '../contract/test-screener.ts';
import { buildPersonalData } from './build-personal-data.ts';
import type { CheckDependencies } from './check-builder.ts';

type Types = NonNullable<CheckSettings<'personal_data'>['types']>;

const strongestOf = (types: Types) =>
  (['block', 'redact', 'flag'] as const).find((action) => Object.values(types).includes(action)) ?? 'flag';
const looking = (types: Types, parts: Partial<CheckDependencies> = {}, threshold = 0.5) =>
  builtGuardrail(
    'personal_data',
    buildPersonalData,
    { threshold, action: strongestOf(types), settings: { types } },
    parts,
  );
const card = '4111 1111 1111 1111';
const mail = 'ann.example@example.org';

describe('personal data', () => {
  testGuardrailContract(looking({ identifiers: 'redact', contact: 'redact', network: 'flag' }), {
    found: [
      { text: `My card is ${card}.`, secret: card },
      { text: `Write to ${mail} please`, secret: mail },
    ],
    slow: '4111 ',
  });

  it('applies the action of each type, and a type takes precedence over its group', async () => {
    const guardrail = looking({ identifiers: 'redact', iban: 'off', contact: 'flag', email: 'block' });
    expect(await verdictKindOf(guardrail, `Card ${card}`)).toBe('redact');
    expect(await verdictKindOf(guardrail, 'IBAN GB29 NWBK 6016 1331 9268 19')).toBe('pass');
    expect(await verdictKindOf(guardrail, `Mail ${mail}`)).toBe('block');
    expect(await verdictKindOf(guardrail, 'Call +44 20 7946 0958')).toBe('flag');
    expect(await verdictKindOf(guardrail, 'How many days of leave are there?')).toBe('pass');
  });

  it('redacts what is to be redacted, and keeps what is only flagged', async () => {
    const text = `Card ${card}, again ${card}, mail ${mail}.`;
    const verdict = await verdictOf(looking({ identifiers: 'redact', contact: 'flag' }), text);
    if (verdict.kind !== 'redact') throw new Error('nothing was replaced');
    expect(applyRedactions(text, verdict.redactions)).toBe(`Card [CARD_1], again [CARD_1], mail ${mail}.`);
  });

  it('redacts what it blocks for, and what it would have redacted', async () => {
    const text = `Card ${card}, mail ${mail}.`;
    const verdict = await verdictOf(looking({ identifiers: 'redact', email: 'block' }), text);
    if (verdict.kind !== 'block') throw new Error('it was not blocked');
    expect(verdict.spans).toBeUndefined();
    expect(applyRedactions(text, verdict.redactions ?? [])).toBe('Card [CARD_1], mail [EMAIL_1].');
  });

  it('reports the kinds of data that were found, not their values', async () => {
    const all = looking({ identifiers: 'flag', contact: 'flag', network: 'flag' });
    const { reasoning } = await verdictOf(all, `Card ${card}, mail ${mail}, from 81.2.69.142`);
    expect(reasoning).toMatch(/identifies a person.*contact details and a network address\.$/);
  });

  it('ignores findings below the threshold', async () => {
    expect(await verdictKindOf(looking({ network: 'flag' }, {}, 0.9), 'The host is 192.168.0.12')).toBe(
      'pass',
    );
  });

  it('finds names by a model, and fails if it is unavailable', async () => {
    const names = [{ kind: 'person', start: 5, end: 14, score: 0.9 } as const];
    const screener = screenerOf(() => testScreening({ names }));
    const guardrail = looking({ person: 'redact' }, { screener });
    const verdict = await verdictOf(guardrail, 'I am Ann Smith.');
    expect(verdict).toMatchObject({ redactions: [{ start: 5, end: 14, placeholder: '[PERSON_1]' }] });
    const broken = looking({ names: 'flag' }, { screener: screenerOf(() => null) });
    await expect(verdictOf(broken, 'I am Ann Smith.')).rejects.toThrow();
    const notAsked = screenerOf(() => null);
    expect(await verdictKindOf(looking({ identifiers: 'flag' }, { screener: notAsked }), 'I am Ann.')).toBe(
      'pass',
    );
    expect(notAsked.asked).toEqual([]);
  });

  it('looks for identifiers if no types are given, with the action of the guardrail', async () => {
    for (const action of ['flag', 'redact', 'block'] as const) {
      const guardrail = builtGuardrail('personal_data', buildPersonalData, { action, settings: {} });
      expect(await verdictKindOf(guardrail, `Card ${card}`)).toBe(action);
      expect(await verdictKindOf(guardrail, `Mail ${mail}`)).toBe('pass');
    }
  });

  it('refuses an action that is not the strongest of its types', () => {
    const given = { stage: 'input', action: 'flag', threshold: 0.5, timeout_ms: 100 } as const;
    const build = (types: Types) => buildPersonalData({ ...given, settings: { types } }, noParts);
    expect(build({ identifiers: 'redact' })).toMatchObject({
      kind: 'faulty',
      faults: [{ path: ['action'] }],
    });
    expect(build({ identifiers: 'off' })).toMatchObject({ kind: 'faulty', faults: [{ path: ['action'] }] });
    expect(build({ identifiers: 'flag', contact: 'off' }).kind).toBe('text');
  });

  it('reports every unknown type, and names without a model', () => {
    const given = { stage: 'input', action: 'flag', threshold: 0.5, timeout_ms: 100 } as const;
    const settings = { types: { shoe_size: 'flag', star_sign: 'off', names: 'flag' } } as const;
    expect(buildPersonalData({ ...given, settings }, noParts)).toMatchObject({
      kind: 'faulty',
      faults: [
        { path: ['settings', 'types', 'shoe_size'] },
        { path: ['settings', 'types', 'star_sign'] },
        { path: ['settings', 'types'], message: expect.stringContaining('model') },
      ],
    });
  });

  it('leaves nothing of a redacted value in the text, for any policy', async () => {
    const actions = fc.constantFrom('off', 'flag', 'redact', 'block');
    const types = fc.record(
      Object.fromEntries(personalDataGroups.slice(0, 3).map((group) => [group, actions])),
    );
    const noise = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed());
    await fc.assert(
      fc.asyncProperty(types, noise, noise, async (chosen, before, after) => {
        fc.pre(Object.values(chosen).some((action) => action !== 'off'));
        const text = `${before} card ${card} ${after} mail ${mail} `;
        const verdict = await verdictOf(looking(chosen), text);
        if (verdict.kind !== 'redact') return;
        const left = applyRedactions(text, verdict.redactions);
        if (chosen['identifiers'] === 'redact') expect(left).not.toContain(card);
        if (chosen['contact'] === 'redact') expect(left).not.toContain(mail);
      }),
    );
  });
});
