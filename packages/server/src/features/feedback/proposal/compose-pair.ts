import type { CuratedPair } from '@avow/answering';
import { fieldErrorsOf, qnaRequestSchema } from '@avow/contract';
import type { InputFault, TenantId } from '@avow/foundation';
import { curatedKey } from '@avow/text';
import type { ContentPacks } from '../../content/content.ts';
import type { PairContent } from '../../curated/curated.ts';
import type { StoredMessage } from '../../records/record-store.ts';
import { openEnvelope } from '../../records/records.ts';
import type { AcceptedProposal } from '../feedback.ts';
import type { Feedback } from '../feedback-store.ts';
import { type Audience, createFindAudience } from './find-audience.ts';

export type ComposedPair =
  | { readonly kind: 'composed'; readonly pair: PairContent }
  | { readonly kind: 'incomplete'; readonly faults: readonly InputFault[] };

export interface Proposed {
  readonly message: StoredMessage;
  readonly feedback: Pick<Feedback, 'betterAnswer'>;
  readonly accepted: Omit<AcceptedProposal, 'packId'>;
}

/** The question that the pair would answer. Empty: unknown. */
export function questionFor({ message, accepted }: Pick<Proposed, 'message' | 'accepted'>): string {
  const { question, refined_question: refined, response } = openEnvelope(message.envelope);
  const isBlocked = response.guardrails.some(({ stage, action }) => stage === 'input' && action === 'block');
  // An empty question was not stored; a redacted one is no longer a usable question, and a blocked one never gets an answer.
  const isUsable = message.contentState !== 'redacted' && !isBlocked;
  return accepted.question ?? (isUsable ? (refined ?? question) : '');
}

/** Composes a pair from a better answer, new or based on the existing one; or says what is missing. */
export async function composePair(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  proposed: Proposed & { readonly existing: CuratedPair | null },
): Promise<ComposedPair> {
  const { message, feedback, accepted, existing } = proposed;
  const audience = await createFindAudience(packs, tenantId)(message);
  const groups = accepted.groups ?? (existing === null ? audience : restrictTo(existing.groups, audience));
  const wanted = {
    ...(existing === null
      ? { question: questionFor(proposed), alternatives: accepted.alternatives ?? [], source: 'feedback' }
      : { ...questionsOf(existing, accepted), source: existing.source }),
    answer: accepted.answer ?? feedback.betterAnswer ?? '',
    url: existing?.url ?? null,
    tags: existing?.tags ?? [],
    groups: groups ?? [],
  };
  const parsed = qnaRequestSchema.safeParse(wanted);
  const faults: InputFault[] = parsed.success ? [] : fieldErrorsOf(parsed.error, wanted);
  if (groups === null)
    faults.push({ pointer: '/groups', code: 'required', message: 'Say who may see the answer' });
  if (!parsed.success || faults.length > 0) return { kind: 'incomplete', faults };
  const { valid_from: _, valid_until: __, ...pair } = parsed.data;
  const { validFromMs = null, validUntilMs = null } = existing ?? {};
  return { kind: 'composed', pair: { ...pair, validFromMs, validUntilMs } };
}

/** An existing pair keeps its groups, unless they include people who may not see what the better answer is based on. */
function restrictTo(groups: readonly string[], audience: Audience): Audience {
  if (audience === null) return null;
  const isWithin = groups.length > 0 && groups.every((group) => audience.includes(group));
  return audience.length === 0 || isWithin ? groups : null;
}

/** An existing pair keeps its questions, unless others are given. */
function questionsOf(
  { question, alternatives }: CuratedPair,
  accepted: Proposed['accepted'],
): Pick<PairContent, 'question' | 'alternatives'> {
  const chosen = accepted.question ?? question;
  const others = [question, ...alternatives].filter((text) => curatedKey(text) !== curatedKey(chosen));
  return { question: chosen, alternatives: accepted.alternatives ?? others };
}
