import type { GuardedAdmission } from './admission/admit-guarded.ts';
import { createRestorer, type Restorer } from './deliver-answer.ts';
import type { QueryParts } from './query-parts.ts';
import { readHistory } from './understanding/read-history.ts';

/** Restores, for the caller, what was redacted in their prompt; null if nothing was. Nothing of it is stored. */
export async function openRestorer(
  parts: Pick<QueryParts, 'records' | 'guards'>,
  admission: GuardedAdmission,
  deadline: AbortSignal,
): Promise<Restorer | null> {
  const { input, tenantId, request } = admission;
  if (input.redactions.length === 0) return null;
  const guard = await parts.guards.ofVersion(tenantId, input.policyVersion);
  const history = await readHistory({ ...parts, guard }, admission, deadline);
  const earlier = history.flatMap(({ prompt, question }) => [prompt, question]);
  return createRestorer({ prompt: request.prompt, format: request.answer_format, earlier }, input);
}
