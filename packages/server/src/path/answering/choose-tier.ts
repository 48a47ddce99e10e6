import type { QueryRequest } from '@avow/contract/query';
import { codePointLength } from '@avow/contract/values';
import type { Guard } from '@avow/guardrails';

/** The tier that is asked first, and who chose it. */
export interface StartTier {
  readonly tier: number;
  readonly by: 'client' | 'policy';
}

/** The client's choice if the policy allows one, else the policy's tier for short questions, else for all. */
export function chooseTier(
  answering: Guard['answering'],
  { request, question }: { readonly request: Pick<QueryRequest, 'model_tier'>; readonly question: string },
): StartTier {
  const { model_tier: requested } = request;
  if (requested !== undefined && answering.client_may_choose) return { tier: requested, by: 'client' };
  const { short_questions: short, start_tier: usual } = answering;
  const isShort = short !== null && codePointLength(question) <= short.code_points_max;
  return { tier: isShort ? short.tier : usual, by: 'policy' };
}
