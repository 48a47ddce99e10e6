import { describe, expect, it } from 'vitest';
import { createGuard } from './create-guard.ts';
import { defaultPolicy } from './default-policy.ts';
import { guardrailIds } from './guardrail-ids.ts';

const policy = defaultPolicy({ promptCodePointsMax: 100, deniedWords: ['falcon'] });
const guard = createGuard(policy);
const { signal } = new AbortController();

describe('createGuard', () => {
  it('checks a text by the guardrails of the stage', async () => {
    const asked = { text: 'Where is Falcon? My card is 4111 1111 1111 1111.', quotes: [] };
    expect(await guard.check('input', asked, signal)).toMatchObject({
      text: 'Where is Falcon? My card is [card number].',
      redacted: true,
      blocked: { guardrailId: guardrailIds.deniedWordsInput, reason: 'policy' },
    });
    const outcome = await guard.check('output', { text: 'It is open until five.', quotes: [] }, signal);
    expect(outcome).toMatchObject({ blocked: null, redacted: false, text: 'It is open until five.' });
  });

  it('carries the version and the messages of its policy', () => {
    expect(guard.policyVersion).toBe(policy.version);
    expect(guard.messages).toBe(policy.messages);
    expect(guard.skipped('output').map((result) => result.status)).toEqual(['skipped', 'skipped', 'skipped']);
  });
});
