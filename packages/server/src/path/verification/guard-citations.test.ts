import { createGuard } from '@avow/guardrails';
import type { TextGuardrail } from '@avow/guardrails/testing';
import { builtGuardrail, open, policyOf, testGuardrail, verdicts } from '@avow/guardrails/testing';
import { buildPersonalData, buildSecrets, buildWords } from '@avow/guardrails/testing/checks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CitedSource, guardCitations } from './guard-citations.ts';

const redacting = { stage: 'output', action: 'redact' } as const;
const seeing = (guardrail: TextGuardrail): TextGuardrail => ({ ...guardrail, checksCitations: true });
const types = { identifiers: 'redact' } as const;
const data = seeing(
  builtGuardrail('personal_data', buildPersonalData, { ...redacting, settings: { types } }),
);
const secrets = seeing(builtGuardrail('secrets', buildSecrets, { ...redacting, settings: {} }));
const settings = { words: ['grey heron'] };
const heron = seeing(builtGuardrail('words', buildWords, { stage: 'output', action: 'block', settings }));
const iban = 'DE89 3704 0044 0532 0130 00';
const plain: CitedSource = { source: 'bank.md', title: 'Payments', url: 'https://bank.example/a+b%20c' };

const guardOf = (...guardrails: readonly TextGuardrail[]) => createGuard(policyOf(...guardrails));
const look = (guardrails: readonly TextGuardrail[], ...cited: readonly CitedSource[]) =>
  guardCitations(guardOf(...guardrails), cited, open.signal);

describe('guardCitations', () => {
  it('leaves ordinary titles, sources and addresses as they are', async () => {
    const cited = [plain, { ...plain, url: null }, { ...plain, title: '100% C++ & more' }];
    const { sources, redacted, outcomes } = await look([data, secrets, heron], ...cited);
    expect(sources).toEqual(cited);
    expect(redacted).toBe(false);
    expect(outcomes.flatMap(({ results }) => results).every(({ compliant }) => compliant)).toBe(true);
  });

  it('replaces what is found in a title or a source, and gives no address in which something is found', async () => {
    const { sources, redacted } = await look(
      [data, secrets],
      { ...plain, title: `Account ${iban}` },
      { ...plain, source: `accounts/${iban}.md` },
      { ...plain, url: `https://bank.example/${iban.replaceAll(' ', '')}` },
      { ...plain, url: `https://bank.example/?access_token=ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}` },
    );
    expect(redacted).toBe(true);
    expect(sources).toEqual([
      { ...plain, title: 'Account [IBAN_1]' },
      { ...plain, source: 'accounts/[IBAN_1].md' },
      { ...plain, url: null },
      { ...plain, url: null },
    ]);
  });

  it('reads addresses as they are meant', async () => {
    for (const written of [iban.replaceAll(' ', '+'), encodeURIComponent(iban)]) {
      const address = `https://bank.example/?account=${written}`;
      const { sources } = await look([data], { ...plain, source: address, url: address });
      expect(sources).toEqual([{ ...plain, source: 'https://bank.example/?account=[IBAN_1]', url: null }]);
    }
  });

  it('says that a title blocks the answer, and takes no two titles for one', async () => {
    const blocked = await look([heron], { ...plain, title: 'The Grey Heron' });
    expect(blocked.outcomes.flatMap((outcome) => outcome.blocked ?? [])).toMatchObject([
      { reason: 'policy' },
    ]);
    const apart = await look([heron], { source: 'grey', title: 'heron', url: null }, plain);
    expect(apart.outcomes.every((outcome) => outcome.blocked === null)).toBe(true);
  });

  it('asks those guardrails of the answer alone that look for words, and does nothing on trial', async () => {
    const blocking = testGuardrail(() => verdicts.block, { stage: 'output', target: 'answer' });
    const ofPrompt = seeing(testGuardrail(() => verdicts.block));
    const title = `The grey heron ${iban}`;
    const onTrial = [heron, data].map((guardrail) => ({ ...guardrail, mode: 'shadow' as const }));
    const { sources, outcomes } = await look([blocking, ofPrompt, ...onTrial], { ...plain, title });
    expect(sources).toEqual([{ ...plain, title }]);
    const asked = outcomes.flatMap(({ results }) => results.map(({ guardrail_id }) => guardrail_id));
    expect([...new Set(asked)]).toEqual([heron.id, data.id]);
    expect(outcomes.every(({ blocked }) => blocked === null)).toBe(true);
  });

  it('never shows a number that it looks for, at any position', async () => {
    const guard = guardOf(data, secrets);
    const around = fc.string({ unit: fc.constantFrom(...'ab %+/.é'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(around, around, async (before, after) => {
        const text = `${before} ${iban} ${after}`;
        const { sources } = await guardCitations(
          guard,
          [{ source: text, title: text, url: text }],
          open.signal,
        );
        expect(JSON.stringify(sources)).not.toContain('3704');
      }),
    );
  });
});
