import type { ConfidenceCap, ConfidenceExplanation, Message } from '@avow/contract';
import type { Explanation } from '../interfaces/confidence.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import { responseOf, scoredAsTold } from './envelope.ts';

const capWords: Readonly<Record<ConfidenceCap, string>> = {
  degraded: 'The model or search that should have answered could not take part in full.',
  failed_open: 'A guardrail did not run, and the policy lets answers through without it.',
  unsupported: 'A grounding check objected, and the policy lets such answers through with a flag.',
  disagreeing: 'The sources do not say the same.',
};

/** A message as it is read back: its response as it stands, and how its score came about. */
export function toMessage(stored: Pick<StoredMessage, 'envelope' | 'status'>): Message {
  const scored = scoredAsTold(stored);
  return { ...responseOf(stored), confidence_explanation: scored === null ? null : explanationOf(scored) };
}

export function explanationOf(scored: Explanation): ConfidenceExplanation {
  return {
    model: scored.model,
    calibration: scored.calibration,
    way: scored.evidence.way,
    calibrated: scored.calibrated,
    factors: scored.factors.map(({ feature, words, effect }) => ({ feature, words, effect })),
    caps: scored.caps.map(({ cause, max }) => ({ cause, max, words: capWords[cause] })),
    risk_level: scored.riskLevel,
    withheld: scored.isWithheld,
  };
}
