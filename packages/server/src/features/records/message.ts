import type { Explanation } from '@avow/answering';
import type { ConfidenceCap, ConfidenceExplanation, Message } from '@avow/contract';
import { responseOf, scoredAsTold } from './envelope.ts';
import type { StoredMessage } from './record-store.ts';

const capDescriptions: Readonly<Record<ConfidenceCap, string>> = {
  degraded: 'The model or search that should have answered could not take part in full.',
  failed_open: 'A guardrail did not run, and the policy lets answers through without it.',
  unsupported: 'A grounding check objected, and the policy lets such answers through with a flag.',
  conflicting_sources: 'The sources do not say the same.',
};

/** A message as it is read back: its current response, and how it was scored. */
export function toMessage(stored: Pick<StoredMessage, 'envelope' | 'status'>): Message {
  const scored = scoredAsTold(stored);
  return { ...responseOf(stored), confidence_explanation: scored === null ? null : explanationOf(scored) };
}

export function explanationOf(scored: Explanation): ConfidenceExplanation {
  return {
    model: scored.model,
    calibration: scored.calibration,
    method: scored.evidence.method,
    calibrated: scored.calibrated,
    factors: scored.factors.map(({ feature, words, effect }) => ({ feature, description: words, effect })),
    caps: scored.caps.map(({ cause, max }) => ({ cause, max, description: capDescriptions[cause] })),
    risk_level: scored.riskLevel,
    withheld: scored.isWithheld,
  };
}
