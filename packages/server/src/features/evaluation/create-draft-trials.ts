import type { DraftTrial, DraftTrialSide } from '@avow/contract/evaluation';
import type { Asking, QuestionReply, SubjectRequest } from '@avow/evaluation';
import { AppError, type PackId, type TenantId } from '@avow/foundation';
import type { ContentStore } from '../content/content-store.ts';

interface TrialOptions {
  readonly packId: PackId;
  readonly question: string;
  readonly groups: readonly string[];
}

/** Asks the draft of a pack and what is published of it the same question. */
export interface DraftTrials {
  /** Null: no such pack. Rejects with `concurrency_limited` if it cannot be asked now. */
  ask(tenantId: TenantId, options: TrialOptions): Promise<DraftTrial | null>;
  close(): Promise<void>;
}

export interface DraftTrialParts {
  readonly asking: Asking;
  readonly content: Pick<ContentStore, 'getPack'>;
  readonly timeoutMs?: number;
}

/** For all tenants together, because trials compete with queries for the processors. */
const runningMax = 2;
const defaultTimeoutMs = 60_000;
const retryAfterSeconds = 5;

export function createDraftTrials({
  asking,
  content,
  timeoutMs = defaultTimeoutMs,
}: DraftTrialParts): DraftTrials {
  const running = new Map<TenantId, Promise<unknown>>();
  const closing = new AbortController();

  async function askBoth(
    tenantId: TenantId,
    { packId, question, groups }: TrialOptions,
    signal: AbortSignal,
  ): Promise<DraftTrial | null> {
    const pack = await content.getPack(tenantId, packId);
    if (pack === null) return null;
    const askOne = (wanted: SubjectRequest): Promise<DraftTrialSide | null> =>
      asking.within(
        tenantId,
        { packId, wanted, signal, tier: null, policy: null, onProgress: () => undefined },
        async ({ subject, ask }) =>
          sideOf(subject.version, await ask({ question, groups, format: 'markdown' })),
      );
    const draft = await askOne({ kind: 'draft' });
    if (draft === null) return null;
    const { servedVersion } = pack;
    const published =
      servedVersion === null ? null : await askOne({ kind: 'version', version: servedVersion });
    return { draft, published };
  }

  return {
    ask: async (tenantId, options) => {
      if (running.has(tenantId)) throw busy('A tenant can ask a draft one question at a time.');
      if (running.size >= runningMax) throw busy('Other drafts are being asked.');
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]);
      const trial = askBoth(tenantId, options, signal);
      running.set(tenantId, trial);
      try {
        return await trial;
      } catch (error) {
        if (!signal.aborted) throw error;
        throw busy('The draft is not ready yet: a job may be changing it, or much of it is new.');
      } finally {
        running.delete(tenantId);
      }
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}

const busy = (reason: string) =>
  new AppError('concurrency_limited', { detail: `${reason} Try again in a moment.`, retryAfterSeconds });

/** Nothing that names a record: there is none. */
function sideOf(version: number, reply: QuestionReply): DraftTrialSide {
  if (reply.kind === 'failed') return { version, response: null, problem: reply.problem };
  const { answer, status, confidence, citations, related, source_type, agent_context } = reply.response;
  return {
    version,
    response: { answer, status, confidence, citations, related, source_type, agent_context },
    problem: null,
  };
}
