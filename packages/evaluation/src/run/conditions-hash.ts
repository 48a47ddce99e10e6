import { createHash } from 'node:crypto';
import type { GoldenQuestion } from '../golden/golden-store.ts';
import { expectationToWire } from './evaluate-reply.ts';
import type { Conditions } from './evaluation-subject.ts';

const digits = 32;

/** Equal for the same questions, models, policy and settings, whichever version or draft is evaluated. */
export function conditionsHash(
  conditions: Omit<Conditions, 'hash'>,
  questions: readonly GoldenQuestion[],
): string {
  const { service_version, model_tier, policy, models, confidence_model } = conditions;
  const { encoder, reader, tiers, refinement } = models;
  const asked = questions.map(({ goldenId, question, expects, groups }) => [
    goldenId,
    question,
    expectationToWire(expects),
    groups,
  ]);
  // Listed explicitly, so that the order of object keys does not matter.
  const all = [
    service_version,
    model_tier,
    policy.version,
    [encoder, reader, tiers, refinement],
    confidence_model,
    asked,
  ];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, digits);
}
