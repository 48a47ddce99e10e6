import type { QueryRequest } from '@avow/contract';
import { createInFlight } from '../access/in-flight.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Queries } from '../query/create-queries.ts';
import { type AnsweringAppParts, type AnsweringPlace, composeQueries } from './compose-queries.ts';

interface ScratchQueriesPlace
  extends Pick<AnsweringPlace, 'records' | 'upkeep' | 'knowledge' | 'whole' | 'budgets'> {
  readonly tenantId: TenantId;
  readonly guard: Guard;
  /** Cuts short what is being answered. */
  readonly signal: AbortSignal;
}

/** More than anybody asks at once. */
const atOnceMax = 64;

/**
 * The very path of a query, for questions that nobody asked of the service: no person is waited for, no answer is
 * remembered, and nothing is counted.
 */
export async function withScratchQueries<Done>(
  parts: AnsweringAppParts,
  { tenantId, guard: inForce, signal, ...place }: ScratchQueriesPlace,
  work: (ask: (request: QueryRequest) => ReturnType<Queries['ask']>) => Promise<Done>,
): Promise<Done> {
  const guard = undelayed(inForce);
  const queries = composeQueries(parts, {
    ...place,
    inFlight: createInFlight({ tenantMax: atOnceMax, totalMax: atOnceMax }),
    guards: { inForce: async () => guard, ofVersion: async () => guard },
    telemetry: { step: (_name, step) => step(), ended: () => undefined },
    answerCacheMs: 0,
  });
  const waiting = { respondAsync: false, waitMs: null };
  const cut = () => void queries.drain(0);
  signal.addEventListener('abort', cut, { once: true });
  // Nothing is told to whoever listens too late.
  if (signal.aborted) cut();
  try {
    return await work((request) => queries.ask({ tenantId, request, idempotencyKey: null }, waiting));
  } finally {
    signal.removeEventListener('abort', cut);
    await queries.drain(0);
  }
}

/** As the policy has it, but nobody is waited for to look at an answer first, and a tier may always be chosen. */
function undelayed(guard: Guard): Guard {
  return {
    ...guard,
    review: { ...guard.review, below: null },
    answering: { ...guard.answering, client_may_choose: true },
  };
}
