import type { AnsweringSteps } from '@avow/answering';
import type { QueryRequest } from '@avow/contract/query';
import type { Clock, TenantId } from '@avow/foundation';
import type { Guard } from '@avow/guardrails';
import type { Encoder, Reader } from '@avow/inference';
import type { ContentStore } from '../../features/content/content-store.ts';
import type { SelfRepairingSearch } from '../../features/publication/publication.ts';
import type { RecordStore, RecordUpkeep } from '../../features/records/record-store.ts';
import type { Rules } from '../../features/rules/rules.ts';
import { createInFlight } from '../../limits/in-flight.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import type { Queries } from '../waiting/create-queries.ts';

/** Where questions are answered from, and where their records go. */
export interface QueriesContext
  extends Pick<
    PathDependencies,
    'inFlight' | 'telemetry' | 'guards' | 'budgets' | 'cancelElsewhere' | 'reviewNotifier'
  > {
  readonly records: RecordStore;
  readonly upkeep: RecordUpkeep;
  readonly content: ContentStore;
  readonly packSearch: SelfRepairingSearch;
  readonly clock: Clock;
  /** Left out: what is screened for a question is kept in memory only. */
  readonly keepScreened?: AnsweringSteps['keepScreened'];
  /** Left out: records name no rules. */
  readonly rules?: Rules;
  /** How long answers are cached; 0: they are not. */
  readonly answerCacheMs: number;
}

/** Composes the path of a query with the models of this installation. */
export type ComposeQueries = (context: QueriesContext) => Pick<Queries, 'ask' | 'drain'>;

interface ScratchContext
  extends Pick<QueriesContext, 'records' | 'upkeep' | 'content' | 'packSearch' | 'budgets' | 'clock'> {
  readonly tenantId: TenantId;
  readonly guard: Guard;
  /** Ends questions that are being answered. */
  readonly signal: AbortSignal;
}

/** More than any caller asks concurrently. */
const concurrentMax = 64;

/**
 * Runs the path of a query for questions that no client asked: nothing waits for a reviewer, no answer is cached, and
 * nothing is counted.
 */
export async function withScratchQueries<Done>(
  composeQueries: ComposeQueries,
  { tenantId, guard: inForce, signal, ...context }: ScratchContext,
  work: (ask: (request: QueryRequest) => ReturnType<Queries['ask']>) => Promise<Done>,
): Promise<Done> {
  const guard = withoutReview(inForce);
  const queries = composeQueries({
    ...context,
    inFlight: createInFlight({ tenantMax: concurrentMax, totalMax: concurrentMax }),
    guards: { inForce: async () => guard, ofVersion: async () => guard },
    telemetry: { step: (_name, step) => step(), ended: () => undefined },
    answerCacheMs: 0,
  });
  const waiting = { respondAsync: false, waitMs: null };
  const cut = () => void queries.drain(0);
  signal.addEventListener('abort', cut, { once: true });
  // A listener that is added after the abort is never called.
  if (signal.aborted) cut();
  try {
    return await work((request) => queries.ask({ tenantId, request, idempotencyKey: null }, waiting));
  } finally {
    signal.removeEventListener('abort', cut);
    await queries.drain(0);
  }
}

/** The same policy, except that no answer waits for a reviewer and the caller may always choose a tier. */
function withoutReview(guard: Guard): Guard {
  return {
    ...guard,
    review: { ...guard.review, below: null },
    answering: { ...guard.answering, client_may_choose: true },
  };
}

const triesMax = 5;

/** Asks until the models have started, so that the first real question does not wait for them. */
export async function warmUp(
  { encoder, reader }: { readonly encoder: Encoder | null; readonly reader: Reader | null },
  signal: AbortSignal,
  /** Whether every model took part in the answer. */
  isFullyAnswered: (prompt: string) => Promise<boolean>,
): Promise<void> {
  if (encoder === null && reader === null) return;
  for (let tries = 0; tries < triesMax && !signal.aborted; tries += 1)
    if (await isFullyAnswered('What is this about?')) return;
}
