/** What may differ between an answer on record and its replay. */
export const replayDifferences = [
  ...(['status', 'answer', 'source', 'reason', 'citation', 'related', 'looked_up_as'] as const),
  ...(['confidence', 'guardrail', 'model', 'processing', 'packs'] as const),
] as const;

/** Why it may differ. */
export const replayCauses = [
  ...(['review', 'groups', 'history_gone', 'redacted_question', 'other_question', 'cache'] as const),
  ...(['fallback', 'degraded', 'missing_model', 'budget', 'software', 'installed_models'] as const),
  ...(['settings', 'language_model', 'embedded_model', 'confidence_model', 'calibration'] as const),
  ...(['other_answer', 'evidence'] as const),
] as const;
export type ReplayCause = (typeof replayCauses)[number];

/** What evidence can be mapped to. */
export const evidenceFrameworks = ['eu-ai-act', 'iso-42001', 'soc2', 'nist-ai-rmf'] as const;
export type EvidenceFramework = (typeof evidenceFrameworks)[number];
