import { codePointLength, type QueryRequest } from '@avow/contract';
import type { Guard } from '../interfaces/guard.ts';

/** The tier that is to answer first, and who said so. */
export interface StartTier {
  readonly tier: number;
  readonly by: 'client' | 'policy';
}

/** The client's wish where the policy lets it choose, else what the policy says of such questions, else of all. */
export function chooseTier(
  answering: Guard['answering'],
  { request, question }: { readonly request: Pick<QueryRequest, 'model_tier'>; readonly question: string },
): StartTier {
  const { model_tier: wished } = request;
  if (wished !== undefined && answering.client_may_choose) return { tier: wished, by: 'client' };
  const { short_questions: short, start_tier: usual } = answering;
  const isShort = short !== null && codePointLength(question) <= short.code_points_max;
  return { tier: isShort ? short.tier : usual, by: 'policy' };
}
