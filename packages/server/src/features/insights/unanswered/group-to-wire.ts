import type { Nearest } from '@avow/answering';
import { insightLimits, type NearestKnowledge, type UnansweredGroup } from '@avow/contract/insights';
import { formatTime } from '@avow/contract/values';
import type { CuratedId, DocumentId, TenantId } from '@avow/foundation';
import type { ContentPacks } from '../../content/content.ts';
import type { FeedbackId, FeedbackStore } from '../../feedback/feedback-store.ts';
import type { UnansweredQuestion } from './collect-unanswered.ts';
import type { UnansweredSet } from './find-groups.ts';

/** A group as on the wire. */
export async function groupToWire(
  group: UnansweredSet,
  describe: DescribeNearest,
  openFeedback: OpenFeedback = [],
): Promise<UnansweredGroup> {
  const { representative, phrasings, questions } = group;
  const endUsers = questions.flatMap(({ endUserId }) => (endUserId === null ? [] : [endUserId]));
  const causes = [...Map.groupBy(questions, ({ cause }) => cause)]
    .map(([cause, own]) => ({ cause, count: own.length }))
    .sort((one, other) => other.count - one.count || (one.cause < other.cause ? -1 : 1));
  return {
    group_id: group.groupId as UnansweredGroup['group_id'],
    question: representative.text,
    examples: phrasings
      .filter((phrasing) => phrasing !== representative)
      .slice(0, insightLimits.examplesMax)
      .map(({ text }) => text),
    count: questions.length,
    end_user_count: new Set(endUsers).size,
    first_asked_at: formatTime(questions.at(-1)?.askedAtMs ?? 0),
    last_asked_at: formatTime(questions[0]?.askedAtMs ?? 0),
    causes,
    nearest: await Promise.all(nearestOfAll(questions).map(describe)),
    feedback_ids: feedbackOn(questions, openFeedback),
    state: group.state,
    qna_id: group.curatedId as UnansweredGroup['qna_id'],
    asked_since_resolved: group.askedSince,
  };
}

/** Feedback that waits for somebody, newest first. */
type OpenFeedback = Awaited<ReturnType<FeedbackStore['listOpenFeedback']>>;

function feedbackOn(
  questions: readonly Pick<UnansweredQuestion, 'messageId'>[],
  openFeedback: OpenFeedback,
): FeedbackId[] {
  const asked = new Set(questions.map(({ messageId }) => messageId));
  const found = openFeedback.filter(({ messageId }) => asked.has(messageId));
  return found.slice(0, insightLimits.examplesMax).map(({ feedbackId }) => feedbackId);
}

type Place = Omit<Nearest, 'score'>;

/** The content nearest to most of these questions, best first; higher search ranks weigh more. */
export function nearestOfAll(questions: readonly Pick<UnansweredQuestion, 'nearest'>[]): Place[] {
  const weighed = new Map<string, { place: Place; weight: number }>();
  for (const { nearest } of questions)
    for (const [rank, place] of nearest.entries()) {
      const known = weighed.get(place.documentId);
      const weight = 1 / (rank + 1);
      if (known === undefined) weighed.set(place.documentId, { place, weight });
      else known.weight += weight;
    }
  return [...weighed.values()]
    .sort(
      (one, other) => other.weight - one.weight || (one.place.documentId < other.place.documentId ? -1 : 1),
    )
    .slice(0, insightLimits.nearestMax)
    .map(({ place }) => place);
}

export type DescribeNearest = (place: Place) => Promise<NearestKnowledge>;

/** Looks up titles in the draft. Groups do not matter, because content managers may read all of it. */
export function createDescribeNearest(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
): DescribeNearest {
  const known = new Map<string, Promise<Pick<NearestKnowledge, 'title' | 'source'>>>();
  return async ({ documentId, packId, headings }) => {
    const named = known.get(documentId) ?? readName(packs, tenantId, { documentId, packId });
    known.set(documentId, named);
    return { ...(await named), headings, content_pack_id: packId, document_id: documentId };
  };
}

async function readName(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  { documentId, packId }: Pick<Place, 'documentId' | 'packId'>,
): Promise<Pick<NearestKnowledge, 'title' | 'source'>> {
  if (documentId.startsWith('qna_')) {
    const pair = await packs.getPair(tenantId, packId, documentId as CuratedId);
    return { title: pair?.question ?? null, source: pair?.source ?? null };
  }
  const document = await packs.getDocument(tenantId, packId, documentId as DocumentId);
  return { title: document?.title ?? null, source: document?.source ?? null };
}
