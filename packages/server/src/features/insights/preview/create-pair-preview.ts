import { isBeyondDoubt } from '@avow/answering/retrieve';
import { type QnaPreview, qnaPreviewLimits } from '@avow/contract/content';
import { formatTime } from '@avow/contract/values';
import { type GoldenQuestion, type GoldenStore, readQuestions } from '@avow/evaluation';
import type { PackId, TenantId } from '@avow/foundation';
import { createYielder, type GiveWay } from '@avow/foundation/concurrency';
import { contentTerms } from '@avow/text/terms';
import type { ContentStore } from '../../content/content-store.ts';
import type { PairContent } from '../../curated/curated.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { createInsightQueue } from '../insight-queue.ts';
import type { InsightStore } from '../insight-store.ts';
import type { CuratedPreview } from '../insights.ts';
import type { QuestionVectors } from '../unanswered/question-vectors.ts';
import { type PastQuestion, readPastQuestions } from './past-questions.ts';
import { createTryPair, type PairMatch, type PairTrialDependencies, type TryPair } from './try-pair.ts';

export interface PreviewDependencies extends PairTrialDependencies {
  readonly knowledge: PairTrialDependencies['knowledge'] & Pick<ContentStore, 'getPack'>;
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly golden: Pick<GoldenStore, 'listQuestions'>;
  /** Null if and only if there is no encoder. */
  readonly vectors: Pick<QuestionVectors, 'read'> | null;
}

type Matched<Question> = { readonly question: Question; readonly match: PairMatch };

const queueLimits = { tenantMax: 4, totalMax: 64 };
/** Golden questions are embedded while the caller waits. */
const goldenTimeMs = 5_000;

export function createPairPreview(parts: PreviewDependencies): CuratedPreview {
  const enqueue = createInsightQueue(queueLimits);
  return {
    preview: (tenantId, period, wanted) =>
      enqueue(tenantId, async () => {
        const { packId, pair } = wanted;
        if ((await parts.knowledge.getPack(tenantId, packId)) === null) return null;
        const giveWay = createYielder();
        const tryPair = await createTryPair(parts, tenantId, wanted);
        const past = await readPastQuestions(parts, tenantId, period, giveWay);
        const golden = await compareGolden(parts, { tenantId, packId, pair, tryPair, giveWay });
        return {
          ...past.counted,
          compared_by: parts.encoder === null ? 'keyword' : 'semantic',
          messages: {
            ...(await compareMessages(parts, { tenantId, pair, tryPair, giveWay }, past.questions)),
            omitted: past.omittedCount,
          },
          golden,
        };
      }),
  };
}

interface Comparing {
  readonly tenantId: TenantId;
  readonly pair: PairContent;
  readonly tryPair: TryPair;
  readonly giveWay: GiveWay;
}

async function compareMessages(
  { vectors }: PreviewDependencies,
  { tenantId, pair, tryPair, giveWay }: Comparing,
  questions: readonly PastQuestion[],
): Promise<Omit<QnaPreview['messages'], 'omitted'>> {
  const ordered = likeliestFirst(questions, pair, ({ phrasing }) => phrasing.text);
  const phrasings = ordered.map(({ phrasing }) => phrasing);
  const known = await vectors?.read(tenantId, phrasings, giveWay);
  const captured: Matched<PastQuestion>[] = [];
  let compared = 0;
  let pending = 0;
  for (const question of ordered) {
    await giveWay();
    const { key, text, messageIds } = question.phrasing;
    const vector = known?.get(key) ?? null;
    if (known !== undefined && vector === null) {
      pending += messageIds.length;
      continue;
    }
    compared += messageIds.length;
    const match = await tryPair({ text, vector });
    if (match !== null && wouldWin(match, question)) captured.push({ question, match });
  }
  const countOf = ({ question }: Matched<PastQuestion>) => question.phrasing.messageIds.length;
  return {
    ...{ compared, pending_embeddings: pending },
    captured: captured.reduce((sum, one) => sum + countOf(one), 0),
    data: captured
      .sort((one, other) => countOf(other) - countOf(one))
      .slice(0, qnaPreviewLimits.examplesMax)
      .map(messageToWire),
  };
}

/** As on the path of a query: only documents that scored higher keep a question from a similar pair. */
function wouldWin(
  { isExact, probability }: PairMatch,
  { answeredFrom, answeredScore }: PastQuestion,
): boolean {
  if (isExact || isBeyondDoubt(probability)) return true;
  return answeredFrom === 'qna' || answeredFrom === 'none' || probability >= answeredScore;
}

function messageToWire({ question, match }: Matched<PastQuestion>): QnaPreview['messages']['data'][number] {
  const { phrasing, lastMessageId, lastAskedAtMs, answeredFrom, answeredScore } = question;
  return {
    question: phrasing.text,
    count: phrasing.messageIds.length,
    last_message_id: lastMessageId,
    last_asked_at: formatTime(lastAskedAtMs),
    score: rounded(match.probability),
    answered_from: answeredFrom,
    answered_score: answeredScore,
  };
}

async function compareGolden(
  { golden, encoder }: Pick<PreviewDependencies, 'golden' | 'encoder'>,
  { tenantId, packId, pair, tryPair, giveWay }: Comparing & { readonly packId: PackId },
): Promise<QnaPreview['golden']> {
  const accepted = await readQuestions(golden, tenantId, packId, { state: 'accepted' });
  const untilMs = performance.now() + goldenTimeMs;
  const captured: Matched<GoldenQuestion>[] = [];
  let compared = 0;
  for (const question of likeliestFirst(accepted, pair, (one) => one.question)) {
    await giveWay();
    const timeoutMs = Math.floor(untilMs - performance.now());
    if (timeoutMs <= 0) break;
    const text = question.question;
    const call = { timeoutMs, owner: tenantId };
    const vector = encoder === null ? null : await encoder.encodeQuestion(text, call);
    if (encoder !== null && vector === null) break;
    compared += 1;
    const match = await tryPair({ text, vector });
    if (match !== null) captured.push({ question, match });
  }
  return {
    ...{ compared, pending_embeddings: accepted.length - compared, captured: captured.length },
    data: captured
      .sort((one, other) => other.match.probability - one.match.probability)
      .slice(0, qnaPreviewLimits.examplesMax)
      .map(({ question: { goldenId, question }, match }) => ({
        ...{ golden_id: goldenId, question, score: rounded(match.probability) },
      })),
  };
}

/** Questions that share a word with the pair first: if time or embeddings are short, the rest is left out. */
function likeliestFirst<Question>(
  questions: readonly Question[],
  pair: PairContent,
  textOf: (question: Question) => string,
): Question[] {
  const terms = new Set([pair.question, ...pair.alternatives].flatMap((text) => contentTerms(text)));
  const sharesTerm = (question: Question) => contentTerms(textOf(question)).some((term) => terms.has(term));
  const shares = Map.groupBy(questions, sharesTerm);
  return [...(shares.get(true) ?? []), ...(shares.get(false) ?? [])];
}

function rounded(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
