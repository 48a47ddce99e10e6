import { setImmediate as nextTick } from 'node:timers/promises';
import type { MessageTrial, TextTrial, Trial } from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import type { TenantId } from '@avow/foundation';
import type { CheckCall } from './guardrail.ts';
import type { PastMessages, TrialSubject } from './guardrail-policies.ts';
import { tryMessage, untriedMessage } from './try-message.ts';
import { type TrialOutcome, type TrialPolicy, tryAnswer, tryPassage, tryPrompt } from './try-text.ts';

export interface TrialDependencies {
  readonly past: PastMessages;
  /** For the whole trial; what does not fit is reported as not reached. */
  readonly totalMs: number;
}

type Entry = TextTrial | MessageTrial;
type GivenText = Extract<TrialSubject, { kind: 'texts' }>['texts'][number];

interface Candidate {
  tryOut(call: CheckCall): Promise<Entry> | Entry;
  notReached(): Entry;
}

/** Tries a policy on texts or messages one at a time, yielding in between so that queries are not delayed. */
export async function tryPolicy(
  { past, totalMs }: TrialDependencies,
  policy: TrialPolicy,
  tenantId: TenantId,
  subject: TrialSubject,
): Promise<Trial> {
  const signal = AbortSignal.timeout(totalMs);
  const candidates =
    subject.kind === 'texts'
      ? subject.texts.map((given) => textCandidate(policy, given))
      : (await past.read(tenantId, subject.which, subject.readableBy)).map(({ id, message }): Candidate => {
          if (message === null) {
            const unknown = untriedMessage(id, 'not_found', null);
            return { tryOut: () => unknown, notReached: () => unknown };
          }
          return {
            tryOut: (call) => tryMessage(policy, message, call),
            notReached: () => untriedMessage(message.messageId, 'not_reached', message),
          };
        });
  const data: Entry[] = [];
  for (const candidate of candidates) {
    const entry = signal.aborted
      ? candidate.notReached()
      : await candidate.tryOut({ signal, owner: tenantId });
    // An entry during which the time ran out was cut short, so its results mean nothing.
    data.push(signal.aborted ? candidate.notReached() : entry);
    await nextTick();
  }
  return { version: policy.working.version, data, summary: summarise(policy, data) };
}

function textCandidate(policy: TrialPolicy, given: GivenText): Candidate {
  const { stage } = given;
  return {
    tryOut: async (call) => {
      const { action, blockedReason, text, results } = await tryAtStage(policy, given, call);
      const entry = { kind: 'text', stage, state: 'tried', action, blocked_reason: blockedReason } as const;
      return { ...entry, results: [...results], text };
    },
    notReached: () => ({
      ...{ kind: 'text', stage, state: 'not_reached', action: 'none', blocked_reason: null },
      ...{ results: [], text: null },
    }),
  };
}

function tryAtStage(policy: TrialPolicy, { text, stage }: GivenText, call: CheckCall): Promise<TrialOutcome> {
  switch (stage) {
    case 'input':
      return tryPrompt(policy, { text }, call);
    case 'retrieval':
      return tryPassage(policy, text, call);
    case 'output':
      return tryAnswer(policy, { text }, call);
  }
}

function summarise({ working }: TrialPolicy, data: readonly Entry[]): Trial['summary'] {
  const count = (state: Entry['state']) => data.filter((entry) => entry.state === state).length;
  const byGuardrail = Map.groupBy(
    data.flatMap(({ results }) => results),
    ({ guardrail_id }) => guardrail_id,
  );
  return {
    tried: count('tried'),
    not_stored: count('not_stored'),
    not_found: count('not_found'),
    not_reached: count('not_reached'),
    changed: data.filter((entry) => entry.kind === 'message' && entry.changed === true).length,
    guardrails: working.guardrails.map(({ id, name, stage, mode }) => ({
      ...{ guardrail_id: id, name, stage, mode },
      ...countResults(byGuardrail.get(id) ?? []),
    })),
  };
}

function countResults(results: readonly GuardrailResult[]) {
  const ran = results.filter(({ status }) => status === 'ok');
  const done = (wanted: GuardrailResult['action']) => ran.filter(({ action }) => action === wanted).length;
  return {
    found: ran.filter(({ compliant }) => !compliant).length,
    flagged: done('flag'),
    redacted: done('redact'),
    blocked: done('block'),
    failed: results.filter(({ status }) => status === 'error' || status === 'timeout').length,
  };
}
