import { typeIdPattern } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import type { Guardrail } from '../interfaces/guardrail.ts';
import { defaultPolicy } from './default-policy.ts';
import { guardrailIds } from './guardrail-ids.ts';

const settings = { promptCodePointsMax: 8_000, deniedWords: ['falcon', 'nightfall'] };

const extra: Guardrail = {
  id: guardrailIds.grounding,
  name: 'Grounding',
  category: 'grounding',
  stage: 'output',
  blockedReason: 'ungrounded',
  failMode: 'closed',
  timeoutMs: 1_000,
  check: () => ({ kind: 'pass', reasoning: 'Every word is quoted.', score: 0 }),
};

describe('defaultPolicy', () => {
  it('lists the checks of the input before those of the output, further ones last in their stage', () => {
    const onInput: Guardrail = { ...extra, id: 'grd_01ka2tpzg9fpws3nyjdz5g4ysv', stage: 'input' };
    const { guardrails } = defaultPolicy(settings, [extra, onInput]);
    expect(guardrails.map(({ id }) => id)).toEqual([
      guardrailIds.promptSize,
      guardrailIds.controlCharacters,
      guardrailIds.deniedWordsInput,
      guardrailIds.cardNumbersInput,
      guardrailIds.ibanNumbersInput,
      onInput.id,
      guardrailIds.deniedWordsOutput,
      guardrailIds.cardNumbersOutput,
      guardrailIds.ibanNumbersOutput,
      extra.id,
    ]);
  });

  it('fails closed, in security, privacy and all the rest', () => {
    for (const { failMode } of defaultPolicy(settings).guardrails) expect(failMode).toBe('closed');
  });

  it('has ids of the right shape, each once', () => {
    const ids = Object.values(guardrailIds);
    for (const id of ids) expect(id).toMatch(typeIdPattern);
    expect(new Set(ids).size).toBe(ids.length);
    expect(() => defaultPolicy(settings, [extra, extra])).toThrow('same id');
  });

  it('[CON-3-17] has the bands of the contract, and says something where it gives no answer', () => {
    const { bands, messages } = defaultPolicy(settings);
    expect(bands).toEqual({ high: 0.8, medium: 0.5 });
    for (const message of Object.values(messages)) expect(message).toMatch(/^[A-Z].+\.$/);
  });
});

describe('the version of a policy', () => {
  const { version } = defaultPolicy(settings);

  it('is the same for the same settings, in whatever order the words are', () => {
    expect(version).toMatch(/^default-[0-9a-f]{12}$/);
    expect(defaultPolicy({ ...settings, deniedWords: ['nightfall', 'falcon', 'falcon'] }).version).toBe(
      version,
    );
  });

  it('is another for any other setting', () => {
    const versions = [
      version,
      defaultPolicy({ ...settings, promptCodePointsMax: 7_999 }).version,
      defaultPolicy({ ...settings, deniedWords: ['falcon'] }).version,
      defaultPolicy(settings, [extra]).version,
      defaultPolicy(settings, [{ ...extra, failMode: 'open' }]).version,
      defaultPolicy(settings, [{ ...extra, lines: { supportedMin: 0.1 } }]).version,
      defaultPolicy(settings, [{ ...extra, lines: { supportedMin: 0.2 } }]).version,
    ];
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('does not tell the denied words', () => {
    expect(version).not.toContain('falcon');
  });
});
