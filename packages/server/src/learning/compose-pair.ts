import { type Citation, fieldErrorsOf, qnaRequestSchema } from '@avow/contract';
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
  const groups = accepted.groups ?? (await groupsFor(packs, tenantId, message));
  const wanted = {
    // An empty question is one that was not kept; one that was redacted asks for nothing any more.
    question: accepted.question ?? (message.contentState === 'redacted' ? '' : (refined ?? question)),
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

type CitedPlace = { readonly packId: PackId; readonly id: DocumentId | CuratedId };

/** Who may get a better answer, which may repeat what the answer rests on. Empty: everyone. Null: it cannot be told. */
async function groupsFor(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  { envelope, status, packVersions }: StoredMessage,
): Promise<readonly string[] | null> {
  const { response, scored, nearest } = openEnvelope(envelope);
  const { citations } = response;
  if (citations.length > 0) return await groupsOfCited(packs, tenantId, citations);
  // There was an answer that was withheld or blocked, and what it rests on is not kept.
  if (scored !== null || (status === 'blocked' && packVersions.length > 0)) return null;
  // Whoever asked may see what is near it, and may know more of that than all may.
  for (const { packId, documentId: id } of nearest) {
    const near = await findCited(packs, tenantId, { packId, id });
    if (near === null || near.groups.length > 0) return null;
  }
  return [];
}

/**
 * Who may see all that is cited. Empty: everyone. Null: it cannot be told, as what is cited is no longer in the draft, or
 * no group may see all of it.
 */
async function groupsOfCited(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  citations: readonly Citation[],
): Promise<readonly string[] | null> {
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
  { packId, id }: CitedPlace,
): Promise<{ readonly groups: readonly string[] } | null> {
  return id.startsWith('doc_')
    ? packs.getDocument(tenantId, packId, id as DocumentId)
    : packs.getPair(tenantId, packId, id as CuratedId);
}
