import type { Question, RefinedQuestion, Turn } from '@avow/answering';
import type { InputOutcome } from '@avow/guardrails';
import { questionLanguage } from '@avow/text';
import { guardQuestion } from './guard-prompt.ts';
import type { Run } from './query.ts';
import type { GuardedParts } from './query-parts.ts';
import type { CostCount } from './recording/create-cost-count.ts';
import type { ProgressReporter } from './streaming/report-progress.ts';
import { type RecordedTurn, readHistory } from './understanding/read-history.ts';
import { hideUnsaid } from './understanding/redact-question.ts';

interface Understanding {
  /** The guardrails' outcome on the prompt: it passed. */
  readonly checked: InputOutcome;
  /** Called before the prompt is sent to a provider. */
  readonly beforeSending: () => Promise<void>;
  readonly report: ProgressReporter;
  readonly onCost: CostCount['add'];
}

/** What is asked, as a standalone question, and the guardrails' outcome on it. */
export interface Understood {
  /** Of the prompt and of the question. */
  readonly input: InputOutcome;
  readonly question: Question;
  /** How the question came of the prompt. */
  readonly refinement: Pick<RefinedQuestion, 'model' | 'isDegraded'>;
  /** Newest first. */
  readonly history: readonly RecordedTurn[];
}

/** Refine: joins a follow-up with what it follows, then runs the checks that need a standalone question. */
export async function understand(
  parts: GuardedParts,
  { admission, timeLimit: { signal: deadline }, mayAskModels }: Run,
  { checked, beforeSending, report, onCost }: Understanding,
): Promise<Understood> {
  const { steps, telemetry, memory } = parts;
  const { tenantId, request, packIds } = admission;
  const { text } = checked;
  const given = request.language ?? null;
  const promptLanguage = memory.recall({ tenantId, kind: 'question_language', texts: [given, text] }, () =>
    questionLanguage({ given, text }),
  );
  const history = await telemetry.step('read_history', () => readHistory(parts, admission, deadline));
  if (history.length > 0) {
    report.step('refine');
    // A language model may be asked what a follow-up means.
    await beforeSending();
  }
  const prompt = { text, language: promptLanguage, mayAskModel: mayAskModels };
  const refining = telemetry.step('refine', () => steps.refine(prompt, history, deadline));
  onCost(refining.then(({ cost }) => cost));
  const guardRefined = ({ text: question }: RefinedQuestion) =>
    guardQuestion(parts, { tenantId, prompt: request.prompt, question, input: checked }, deadline);
  let refined = await refining;
  let input = await guardRefined(refined);
  if (input.blocked !== null && refined.model !== null) {
    // These were the words of a model. Those of the person who asked decide.
    const byRules = await steps.refine({ ...prompt, mayAskModel: false }, history, deadline);
    const checkedAgain = await guardRefined(byRules);
    if (checkedAgain.blocked === null) [refined, input] = [byRules, checkedAgain];
  }
  const hide = (words: string) => hideUnsaid(parts.guard, words, deadline);
  const { inContext } = contextOf(text, refined, history);
  const lookedUp = await hide(refined.text);
  const question: Question = {
    ...{ tenantId, text: lookedUp, packIds, groups: request.groups ?? [] },
    // The language of a few words alone may not be clear, but together with what they follow it is.
    language: promptLanguage ?? questionLanguage({ given: null, text: refined.text }),
    // Not the time of admission: a queued message is answered from what is valid when it is answered.
    nowMs: parts.clock.nowMs(),
    ...(inContext === undefined ? {} : { inContext: await hide(inContext) }),
    ...(lookedUp === refined.text ? {} : { isHidden: true }),
  };
  return { input, question, refinement: refined, history };
}

/** What a follow-up leaves out may be lost when it is made standalone. The words that were said are all there. */
function contextOf(
  prompt: string,
  { text }: RefinedQuestion,
  [last]: readonly Turn[],
): Pick<Question, 'inContext'> {
  return last === undefined || text === prompt ? {} : { inContext: `${last.question} ${prompt}` };
}
