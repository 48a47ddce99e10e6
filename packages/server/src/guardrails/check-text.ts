import type { GuardrailAction } from '@avow/contract';
import type { FoundSpan, StageOutcome } from '../interfaces/guard.ts';
import type {
  CheckedText,
  GuardrailInput,
  Policy,
  Redaction,
  TextGuardrail,
  Verdict,
} from '../interfaces/guardrail.ts';
import { replaceSettled, settleRedactions } from './apply-redactions.ts';
import { readVerdict } from './read-verdict.ts';
import { type CheckRun, runGuardrail } from './run-guardrail.ts';
import { runSideBySide } from './run-side-by-side.ts';
import { weighRuns } from './weigh-runs.ts';
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
 * Runs all guardrails that look at a text, side by side, and says what they found together. All redactions are
 * applied, also where it is blocked: what is stored is the redacted text. It never rejects on account of a check:
 * one that fails, hangs or answers nonsense is a result like any other, and never a compliant one.
 */
export async function checkText(
  policy: Pick<Policy, 'guardrails'>,
  looksAt: CheckedText | 'citation',
  input: GuardrailInput,
  signal: AbortSignal,
): Promise<StageOutcome> {
  const checked = await runChecks(guardrailsFor(policy, looksAt), input, signal);
  return weigh(input.text, checked, isBlock);
}

/**
 * What people state and nothing carries out, such as feedback. To speak of what a prompt may not ask is no offence, so only
 * checks run that look for words, wherever they stand: all that they redact is taken out, and what is private can block.
 */
export async function checkStatement(
  policy: Pick<Policy, 'guardrails'>,
  text: string,
  signal: AbortSignal,
): Promise<StageOutcome> {
  const guardrails = guardrailsFor(policy, 'prompt').filter(({ seesCitations }) => seesCitations === true);
  const checked = await runChecks(guardrails, { text, quotes: [] }, signal);
  return weigh(text, checked, (one) => isBlock(one) && isPrivate(one.guardrail));
}

function runChecks(
  guardrails: readonly TextGuardrail[],
  input: GuardrailInput,
  signal: AbortSignal,
): Promise<Checked[]> {
  return runSideBySide(guardrails, ({ check, timeoutMs }) =>
    runGuardrail({
      timeoutMs,
      signal,
      start: (stop) => check(input, stop),
      read: (returned) => readVerdict(returned, input.text),
    }),
  );
}

function weigh(text: string, checked: readonly Checked[], blocks: (one: Checked) => boolean): StageOutcome {
  const redactions = settleRedactions(text, checked.flatMap(redactionsOf));
  return {
    results: checked.map(({ guardrail, run }) => writeResult(guardrail, findingOf(run))),
    text: replaceSettled(text, redactions),
    redacted: redactions.length > 0,
    redactions,
    spans: checked.flatMap(spansOf),
    ...weighRuns(checked.map((one) => ({ ...one, blocks: blocks(one) }))),
  };
}

/** Those that look at such a text. */
export function guardrailsFor(
  { guardrails }: Pick<Policy, 'guardrails'>,
  looksAt: CheckedText | 'citation',
): readonly TextGuardrail[] {
  return guardrails
    .filter((guardrail) => guardrail.looksAt !== 'passages')
    .filter((guardrail) =>
      looksAt === 'citation'
        ? guardrail.looksAt === 'answer' && guardrail.seesCitations === true
        : guardrail.looksAt === looksAt,
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

function isBlock({ run }: Checked): boolean {
  return run.kind === 'finished' && run.found.kind === 'block';
}

/** By what it looks for, or by what the tenant says that it is for. */
function isPrivate({ blockedReason, category }: TextGuardrail): boolean {
  return blockedReason === 'pii' || blockedReason === 'secrets' || category === 'privacy';
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
