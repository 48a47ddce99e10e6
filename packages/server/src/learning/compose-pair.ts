import { fieldErrorsOf, qnaRequestSchema } from '@avow/contract';
import { openEnvelope } from '../audit/envelope.ts';
import type { InputFault } from '../errors/app-error.ts';
import type { ContentPacks, PairContent } from '../interfaces/content-packs.ts';
import type { CuratedId, DocumentId, PackId, TenantId } from '../interfaces/identity.ts';
import type { AcceptedProposal } from '../interfaces/learning.ts';
import type { Feedback } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';

export type ComposedPair =
  | { readonly kind: 'composed'; readonly pair: PairContent }
  | { readonly kind: 'lacking'; readonly faults: readonly InputFault[] };

export interface Proposed {
  readonly message: StoredMessage;
  readonly feedback: Pick<Feedback, 'betterAnswer'>;
  readonly accepted: Omit<AcceptedProposal, 'packId'>;
}

/** The pair that a better answer would make, or what is lacking for one. */
export async function composePair(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  { message, feedback, accepted }: Proposed,
): Promise<ComposedPair> {
  const { question, refined_question: refined } = openEnvelope(message.envelope);
  const groups = accepted.groups ?? (await groupsOfCited(packs, tenantId, message));
  const wanted = {
    // An empty question is one that was not kept.
    question: accepted.question ?? refined ?? question,
    alternatives: accepted.alternatives ?? [],
    answer: accepted.answer ?? feedback.betterAnswer ?? '',
    source: 'feedback',
    groups: groups ?? [],
  };
  const parsed = qnaRequestSchema.safeParse(wanted);
  const faults: InputFault[] = parsed.success ? [] : fieldErrorsOf(parsed.error, wanted);
  if (groups === null)
    faults.push({ pointer: '/groups', code: 'required', message: 'Say who may get the answer' });
  if (!parsed.success || faults.length > 0) return { kind: 'lacking', faults };
  const { valid_from: _, valid_until: __, ...pair } = parsed.data;
  return { kind: 'composed', pair: { ...pair, validFromMs: null, validUntilMs: null } };
}

/**
 * Who may see all that the answer rests on: a better answer may repeat it. Empty: everyone. Null: it cannot be told, as what
 * is cited is no longer in the draft, or no group may see all of it.
 */
async function groupsOfCited(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  { envelope }: StoredMessage,
): Promise<readonly string[] | null> {
  const { citations } = openEnvelope(envelope).response;
  let shared: readonly string[] | null = null;
  const seen = new Set<string>();
  for (const { document_id: id, content_pack_id: packId } of citations) {
    if (packId === null) return null;
    if (seen.has(id)) continue;
    seen.add(id);
    const cited = await findCited(packs, tenantId, { packId, id });
    if (cited === null) return null;
    if (cited.groups.length === 0) continue;
    shared = shared === null ? cited.groups : shared.filter((group) => cited.groups.includes(group));
    // To keep a pair to no group is to show it to all.
    if (shared.length === 0) return null;
  }
  return shared ?? [];
}

function findCited(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  { packId, id }: { readonly packId: PackId; readonly id: DocumentId | CuratedId },
): Promise<{ readonly groups: readonly string[] } | null> {
  return id.startsWith('doc_')
    ? packs.getDocument(tenantId, packId, id as DocumentId)
    : packs.getPair(tenantId, packId, id as CuratedId);
}
