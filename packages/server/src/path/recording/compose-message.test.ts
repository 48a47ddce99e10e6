import type { GuardrailResult } from '@avow/contract/query';
import { expect, test } from 'vitest';
import { listFindings } from './compose-message.ts';

const passed: GuardrailResult = {
  ...{ guardrail_id: 'grd_01jd7c2m4pf0e8a6ktyr3w5n9b', name: 'Words', category: 'custom', stage: 'input' },
  ...{ compliant: true, reasoning: 'Fine.', action: 'none', status: 'ok', score: 0, mode: 'enforce' },
};

test.each<[Partial<GuardrailResult>, string | null]>([
  [{}, null],
  [{ status: 'skipped', compliant: false }, null],
  [{ action: 'flag', compliant: false }, 'flag'],
  [{ action: 'redact', compliant: false }, 'redact'],
  [{ action: 'block', compliant: false }, 'block'],
  [{ status: 'error', compliant: false }, 'failed'],
  // It blocked because it did not run: that is what the operator has to fix.
  [{ status: 'timeout', compliant: false, action: 'block' }, 'failed'],
  [{ mode: 'shadow', compliant: false }, 'flag'],
])('of %j is reported as %s', (also, did) => {
  const found = listFindings([{ ...passed, ...also }]);
  const { guardrail_id: guardrailId, name } = passed;
  const isShadow = also.mode === 'shadow';
  expect(found).toEqual(did === null ? [] : [{ guardrailId, name, did, isShadow }]);
});
