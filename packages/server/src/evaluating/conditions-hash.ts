import { createHash } from 'node:crypto';
import type { GoldenQuestion } from '../interfaces/golden-store.ts';
import type { Conditions } from './asked-subject.ts';
import { expectationToWire } from './result-of.ts';

const digits = 32;

/** The same for the same questions, models, policy and settings; what is asked, a version or a draft, is no part of it. */
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
  // Spelt out, so that the order in which an object was made changes nothing.
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
