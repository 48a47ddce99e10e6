import { fieldErrorsOf, qnaRequestSchema } from '@avow/contract';
import { openEnvelope } from '../audit/envelope.ts';
import type { InputFault } from '../errors/app-error.ts';
import type { ContentPacks, PairContent } from '../interfaces/content-packs.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { CuratedPair } from '../interfaces/knowledge-store.ts';
import type { AcceptedProposal } from '../interfaces/learning.ts';
import type { Feedback } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import { curatedKey } from '../text/normalise-question.ts';
import { type Audience, createAudienceOf } from './audience-of.ts';

export type ComposedPair =
  | { readonly kind: 'composed'; readonly pair: PairContent }
  | { readonly kind: 'lacking'; readonly faults: readonly InputFault[] };

export interface Proposed {
  readonly message: StoredMessage;
  readonly feedback: Pick<Feedback, 'betterAnswer'>;
  readonly accepted: Omit<AcceptedProposal, 'packId'>;
}

/** The question that a pair of it would answer. Empty: none is known. */
export function questionFor({ message, accepted }: Pick<Proposed, 'message' | 'accepted'>): string {
  const { question, refined_question: refined } = openEnvelope(message.envelope);
  // An empty question is one that was not kept; one that was redacted asks for nothing any more.
  return accepted.question ?? (message.contentState === 'redacted' ? '' : (refined ?? question));
}

/** The pair that a better answer would make, or make of the one that answers the question now; or what is lacking for it. */
export async function composePair(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  proposed: Proposed & { readonly existing: CuratedPair | null },
): Promise<ComposedPair> {
  const { message, feedback, accepted, existing } = proposed;
  const audience = await createAudienceOf(packs, tenantId)(message);
  const groups = accepted.groups ?? (existing === null ? audience : keptTo(existing.groups, audience));
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
    faults.push({ pointer: '/groups', code: 'required', message: 'Say who may get the answer' });
  if (!parsed.success || faults.length > 0) return { kind: 'lacking', faults };
  const { valid_from: _, valid_until: __, ...pair } = parsed.data;
  const { validFromMs = null, validUntilMs = null } = existing ?? {};
  return { kind: 'composed', pair: { ...pair, validFromMs, validUntilMs } };
}

/** Who a pair is kept to stays so, unless others than may see what the better answer rests on would get that. */
function keptTo(groups: readonly string[], audience: Audience): Audience {
  if (audience === null) return null;
  const isWithin = groups.length > 0 && groups.every((group) => audience.includes(group));
  return audience.length === 0 || isWithin ? groups : null;
}

/** What a pair is filed under stays so, unless something else is given. */
function questionsOf(
  { question, alternatives }: CuratedPair,
  accepted: Proposed['accepted'],
): Pick<PairContent, 'question' | 'alternatives'> {
  const chosen = accepted.question ?? question;
  const others = [question, ...alternatives].filter((text) => curatedKey(text) !== curatedKey(chosen));
  return { question: chosen, alternatives: accepted.alternatives ?? others };
}
