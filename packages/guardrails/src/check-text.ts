import type { GuardrailAction } from '@avow/contract/guardrails';
import { mergeRedactions, replaceRanges } from './apply-redactions.ts';
import { decideOutcome } from './decide-outcome.ts';
import type { FoundSpan, StageOutcome } from './guard.ts';
import type {
  CheckCall,
  CheckedText,
  GuardrailInput,
  Policy,
  Redaction,
  TextGuardrail,
  Verdict,
} from './guardrail.ts';
import { readVerdict } from './read-verdict.ts';
import { refuseIfFull } from './refuse-if-full.ts';
import { runConcurrently } from './run-concurrently.ts';
import { type CheckRun, runGuardrail } from './run-guardrail.ts';
import { writeResult } from './write-result.ts';

const actionOf: Readonly<Record<Verdict['kind'], GuardrailAction>> = {
  pass: 'none',
  flag: 'flag',
  redact: 'redact',
  block: 'block',
};

interface Checked {
  readonly guardrail: TextGuardrail;
  readonly run: CheckRun<Verdict>;
}

/**
 * Runs all guardrails for a text concurrently and combines their results. All redactions are applied even if the text is
 * blocked, because the redacted text is what is stored. A check that fails, hangs or returns an invalid verdict has a result
 * like any other, and never a compliant one. Rejects with `overloaded` only if too much of this owner waits for a model already.
 */
export async function checkText(
  policy: Pick<Policy, 'guardrails'>,
  target: CheckedText | 'citation',
  input: GuardrailInput,
  call: CheckCall,
): Promise<StageOutcome> {
  const checked = await runChecks(guardrailsFor(policy, target), input, call);
  return buildOutcome(input.text, checked, blockOf);
}

/**
 * Checks a statement that nothing acts on, such as feedback. It may mention what a prompt may not ask for, so only checks
 * that look for words anywhere run: all their redactions are applied, and only private data can block.
 */
export async function checkStatement(
  policy: Pick<Policy, 'guardrails'>,
  text: string,
  call: CheckCall,
): Promise<StageOutcome> {
  const guardrails = guardrailsFor(policy, 'prompt').filter(
    ({ checksCitations }) => checksCitations === true,
  );
  const checked = await runChecks(guardrails, { text, quotes: [] }, call);
  return buildOutcome(text, checked, (one) => (isPrivate(one.guardrail) ? blockOf(one) : null));
}

async function runChecks(
  guardrails: readonly TextGuardrail[],
  input: GuardrailInput,
  { signal, owner }: CheckCall,
): Promise<Checked[]> {
  const ran = await runConcurrently(guardrails, ({ check, timeoutMs }) =>
    runGuardrail({
      timeoutMs,
      signal,
      start: (stop) => check(input, { signal: stop, owner }),
      read: (returned) => readVerdict(returned, input.text),
    }),
  );
  return refuseIfFull(ran);
}

function buildOutcome(
  text: string,
  checked: readonly Checked[],
  findBlock: (one: Checked) => BlockVerdict | null,
): StageOutcome {
  const redactions = mergeRedactions(text, checked.flatMap(redactionsOf));
  return {
    results: checked.map(({ guardrail, run }) => writeResult(guardrail, findingOf(run))),
    text: replaceRanges(text, redactions),
    redacted: redactions.length > 0,
    redactions,
    isUnread: checked.some(isUnread),
    spans: checked.flatMap(spansOf),
    ...decideOutcome(checked.map((one) => ({ ...one, block: findBlock(one) }))),
  };
}

export function guardrailsFor(
  { guardrails }: Pick<Policy, 'guardrails'>,
  target: CheckedText | 'citation',
): readonly TextGuardrail[] {
  return guardrails
    .filter((guardrail) => guardrail.target !== 'passages')
    .filter((guardrail) =>
      target === 'citation'
        ? guardrail.target === 'answer' && guardrail.checksCitations === true
        : guardrail.target === target,
    );
}

function findingOf(run: CheckRun<Verdict>): Parameters<typeof writeResult>[1] {
  if (run.kind !== 'finished') return run;
  const { kind, reasoning, score } = run.found;
  return {
    kind: 'finished',
    found: { compliant: kind === 'pass', reasoning, score, action: actionOf[kind] },
  };
}

type BlockVerdict = Extract<Verdict, { readonly kind: 'block' }>;

function blockOf({ run }: Checked): BlockVerdict | null {
  return run.kind === 'finished' && run.found.kind === 'block' ? run.found : null;
}

/** Judged by what the check looks for, or by the category that the tenant gave it. */
function isPrivate({ blockedReason, category }: TextGuardrail): boolean {
  return blockedReason === 'pii' || blockedReason === 'secrets' || category === 'privacy';
}

/** What looks for words anywhere may replace them, and what is private must be. */
function isUnread({ guardrail, run }: Checked): boolean {
  const mayReplace = guardrail.checksCitations === true || isPrivate(guardrail);
  return guardrail.mode === 'enforce' && mayReplace && run.kind !== 'finished';
}

function redactionsOf({ guardrail, run }: Checked): readonly Redaction[] {
  if (guardrail.mode === 'shadow' || run.kind !== 'finished') return [];
  return 'redactions' in run.found ? run.found.redactions : [];
}

function spansOf({ guardrail, run }: Checked): FoundSpan[] {
  if (guardrail.mode === 'shadow' || guardrail.category === 'privacy') return [];
  if (run.kind !== 'finished' || run.found.kind !== 'block') return [];
  return (run.found.spans ?? []).map(({ start, end }) => ({ guardrailId: guardrail.id, start, end }));
}
