import { describe, expect, it } from 'vitest';
import { applyRedactions } from '../apply-redactions.ts';
import { testGuardrailContract, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail } from '../contract/test-guardrails.ts';
import { buildSecrets } from './build-secrets.ts';

const token = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
const looking = (action: 'flag' | 'redact' | 'block', stage: 'input' | 'output' = 'input') =>
  builtGuardrail('secrets', buildSecrets, { action, stage, settings: {} });

describe('secrets', () => {
  testGuardrailContract(looking('redact'), {
    found: [{ text: `My token is ${token}.`, secret: token }],
    slow: 'password = a',
  });

  it('applies the action of the policy', async () => {
    const text = `Use ${token} twice: ${token}.`;
    expect(await verdictOf(looking('flag'), text)).toMatchObject({ kind: 'flag' });
    expect(await verdictOf(looking('block', 'output'), text)).toMatchObject({
      kind: 'block',
      reasoning: expect.stringMatching(/^The answer contains keys/),
      redactions: [{ placeholder: '[GITHUB_TOKEN_1]' }, { placeholder: '[GITHUB_TOKEN_1]' }],
    });
    const verdict = await verdictOf(looking('redact'), text);
    if (verdict.kind !== 'redact') throw new Error('nothing was replaced');
    expect(applyRedactions(text, verdict.redactions)).toBe('Use [GITHUB_TOKEN_1] twice: [GITHUB_TOKEN_1].');
  });

  it('passes a text without secrets', async () => {
    expect(await verdictOf(looking('block'), 'How do I rotate my access token?')).toMatchObject({
      kind: 'pass',
      score: 0,
    });
  });
});
