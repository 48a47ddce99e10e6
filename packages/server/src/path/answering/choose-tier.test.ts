import { guardrailPolicySchema } from '@avow/contract/guardrails';
import { describe, expect, it } from 'vitest';
import { chooseTier } from './choose-tier.ts';

const { answering } = guardrailPolicySchema.parse({ guardrails: [] });
const question = 'How long is the notice period?';

describe('chooseTier', () => {
  it("begins with the operator's first choice unless something else is said", () => {
    expect(chooseTier(answering, { request: {}, question })).toEqual({ tier: 1, by: 'policy' });
  });

  it("uses the client's choice if the policy lets it choose", () => {
    const request = { model_tier: 0 };
    expect(chooseTier(answering, { request, question })).toEqual({ tier: 0, by: 'client' });
    const strict = { ...answering, client_may_choose: false };
    expect(chooseTier(strict, { request, question })).toEqual({ tier: 1, by: 'policy' });
  });

  it('asks another tier for short questions, counted in code points', () => {
    const short = { ...answering, start_tier: 2, short_questions: { code_points_max: 2, tier: 3 } };
    const tierOf = (asked: string) => chooseTier(short, { request: {}, question: asked }).tier;
    expect(['🥐🥐', '🥐🥐🥐'].map(tierOf)).toEqual([3, 2]);
  });
});
