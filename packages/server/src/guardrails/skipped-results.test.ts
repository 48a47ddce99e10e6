import { guardrailStages, queryResponseSchema } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from './default-policy.ts';
import { skippedResults } from './skipped-results.ts';

const policy = defaultPolicy({ promptCodePointsMax: 100, deniedWords: [] });

describe('skippedResults', () => {
  it.each(guardrailStages)(
    '[CON-3-19] [CON-3-21] lists every guardrail of the stage %s, none as compliant',
    (stage) => {
      const results = skippedResults(policy, stage);
      const ofStage = policy.guardrails.filter((guardrail) => guardrail.stage === stage);
      expect(results.map((result) => result.guardrail_id)).toEqual(ofStage.map((guardrail) => guardrail.id));
      for (const result of results) {
        expect(result).toMatchObject({
          compliant: false,
          status: 'skipped',
          action: 'none',
          score: 0,
          stage,
        });
        expect(result.reasoning).toContain('did not run');
      }
      expect(() => queryResponseSchema.shape.guardrails.parse(results)).not.toThrow();
    },
  );
});
