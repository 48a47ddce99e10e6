import { decideOutcome } from './decide-outcome.ts';
import type { FilterOutcome } from './guard.ts';
import type { CheckCall, PassagesGuardrail, PassagesVerdict, Policy } from './guardrail.ts';
import { readPassagesVerdict } from './read-verdict.ts';
import { refuseIfFull } from './refuse-if-full.ts';
import { runConcurrently } from './run-concurrently.ts';
import { type CheckRun, runGuardrail } from './run-guardrail.ts';
import { writeResult } from './write-result.ts';

/**
 * Runs all guardrails for retrieved passages concurrently. A passage that one of them objects to is left out, if that is
 * the action of the guardrail. The query itself is blocked only by a check that failed closed.
 */
export async function filterPassages(
  policy: Pick<Policy, 'guardrails'>,
  passages: readonly string[],
  { signal, owner }: CheckCall,
): Promise<FilterOutcome> {
  const guardrails = policy.guardrails.filter((guardrail) => guardrail.target === 'passages');
  const runs = await runConcurrently(guardrails, ({ check, timeoutMs }) =>
    runGuardrail({
      timeoutMs,
      signal,
      start: (stop) => check(passages, { signal: stop, owner }),
      read: (returned) => readPassagesVerdict(returned, passages.length),
    }),
  );
  const ran = refuseIfFull(runs);
  return {
    results: ran.map(({ guardrail, run }) => writeResult(guardrail, findingOf(guardrail, run))),
    leftOut: new Set(ran.flatMap(({ guardrail, run }) => leftOutBy(guardrail, run))),
    ...decideOutcome(ran.map((one) => ({ ...one, block: null }))),
  };
}

function findingOf(
  { leavesOut }: PassagesGuardrail,
  run: CheckRun<PassagesVerdict>,
): Parameters<typeof writeResult>[1] {
  if (run.kind !== 'finished') return run;
  const { found, reasoning, score } = run.found;
  const compliant = found.length === 0;
  const action = compliant ? 'none' : leavesOut ? 'redact' : 'flag';
  return { kind: 'finished', found: { compliant, reasoning, score, action } };
}

function leftOutBy(
  { mode, leavesOut }: PassagesGuardrail,
  run: CheckRun<PassagesVerdict>,
): readonly number[] {
  return mode === 'enforce' && leavesOut && run.kind === 'finished' ? run.found.found : [];
}
