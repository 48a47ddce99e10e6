import type { Question, RefinedQuestion, Turn } from '@avow/answering';
import { questionLanguage } from '@avow/text/languages';
import { chooseTier } from './answering/choose-tier.ts';
import { checkQuestion } from './guard-prompt.ts';
import type { PathDependencies } from './path-dependencies.ts';
import type { StartedQuery, UnderstoodQuery } from './query.ts';
import { readHistory } from './understanding/read-history.ts';
import { redactQuestion } from './understanding/redact-question.ts';

/** Makes a standalone question of the prompt and what it follows, then runs the checks that need one. */
export async function understandPrompt(
  path: PathDependencies,
  query: StartedQuery,
): Promise<UnderstoodQuery> {
  const { steps, telemetry, memory } = path;
  const { admission, guard, tally, input: ofPrompt, mayAskModels } = query;
  const { signal: deadline } = query.timeLimit;
  const { tenantId, request, packIds } = admission;
  const { text } = ofPrompt;
  const given = request.language ?? null;
  const promptLanguage = memory.recall({ tenantId, kind: 'question_language', texts: [given, text] }, () =>
    questionLanguage({ given, text }),
  );
  const history = await telemetry.step('read_history', () =>
    readHistory({ records: path.records, guard }, admission, deadline),
  );
  if (history.length > 0) {
    query.report.step('refine');
    // A language model may be asked what a follow-up means.
    await query.admissionRecord.commit();
  }
  const prompt = { text, language: promptLanguage, mayAskModel: mayAskModels };
  const refining = telemetry.step('refine', () => steps.refine(prompt, history, deadline));
  tally.addCost(refining.then(({ cost }) => cost));
  const check = ({ text: question }: RefinedQuestion) =>
    checkQuestion(path, guard, { tenantId, prompt: request.prompt, question, input: ofPrompt }, deadline);
  let refined = await refining;
  let input = await check(refined);
  if (input.blocked !== null && refined.model !== null) {
    // These were the words of a model. Those of the person who asked decide.
    const byRules = await steps.refine({ ...prompt, mayAskModel: false }, history, deadline);
    const checkedAgain = await check(byRules);
    if (checkedAgain.blocked === null) [refined, input] = [byRules, checkedAgain];
  }
  const { inContext } = joinWithLast(text, refined, history);
  const redacted = await redactQuestion(guard, refined.text, deadline);
  const question: Question = {
    ...{ tenantId, text: redacted, packIds, groups: request.groups ?? [] },
    // The language of a few words alone may not be clear, but together with what they follow it is.
    language: promptLanguage ?? questionLanguage({ given: null, text: refined.text }),
    // Not the time of admission: a queued message is answered from what is valid when it is answered.
    nowMs: path.clock.nowMs(),
    ...(inContext === undefined ? {} : { inContext: await redactQuestion(guard, inContext, deadline) }),
    ...(redacted === refined.text ? {} : { isHidden: true }),
  };
  for (const { audience = [] } of history) tally.audience.addAudience(audience);
  return {
    ...{ ...query, input, question, refinement: refined, translator: null, history },
    start: chooseTier(guard.answering, { request, question: question.text }),
    ...{ failedTiers: [], isRepeated: false },
  };
}

/** What a follow-up leaves out may be lost when it is made standalone. The words that were said are all there. */
function joinWithLast(
  prompt: string,
  { text }: RefinedQuestion,
  [last]: readonly Turn[],
): Pick<Question, 'inContext'> {
  return last === undefined || text === prompt ? {} : { inContext: `${last.question} ${prompt}` };
}
