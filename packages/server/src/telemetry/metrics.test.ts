import type { QueryResponse } from '@avow/contract/query';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const named = (name: string) =>
  ({
    ...{ status: 'blocked', source_type: 'none', confidence: { band: 'none' } },
    ...{ processing: {}, agent_context: { no_answer_cause: null, blocked_reason: 'guardrail_unavailable' } },
    guardrails: [{ name, action: 'block', status: 'error', compliant: false }],
  }) as unknown as QueryResponse;

it('invented names of guardrails take no more than a limited number of series', async () => {
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  for (let at = 0; at < 2_000; at += 1) metrics.countMessage(named(`invented ${at}`), null);
  metrics.countMessage(named('invented 7'), null);
  const { text } = await metrics.text();
  for (const series of ['avow_guardrail_results_total', 'avow_guardrail_unavailable_total']) {
    const lines = text.split('\n').filter((line) => line.startsWith(`${series}{`));
    expect(lines).toHaveLength(501);
    expect(lines.find((line) => line.includes('"invented 7"'))).toMatch(/ 2$/);
    expect(lines.find((line) => line.includes('"other"'))).toMatch(/ 1500$/);
  }
});
