import { policyLimits } from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import type { StageOutcome } from '@avow/guardrails';
import { compilePolicy } from '@avow/guardrails/policies';
import { checkText } from '@avow/guardrails/testing';
import { callLimits } from '../in-calls.ts';
import { writeTable } from '../report-figures.ts';
import { workThrough } from '../work-through.ts';
import { fullSetup } from './measured-parts.ts';
import type { Measure } from './measuring.ts';
import { readOrdinaryQuestions } from './texts/ordinary-questions.ts';
import { usualPolicy } from './usual-guardrail.ts';

const actions = ['block', 'flag', 'redact'] as const;
const questionsAtOnce = 4;

/** Measures what the whole default policy does to questions as people ask them: of 1,000 of each kind. */
export const measureOrdinaryQuestions: Measure = async ({ dataFolder, parts, size }) => {
  const setup = fullSetup(parts);
  const given = usualPolicy({ hasScreener: setup.parts.screener !== null });
  const guardrails = given.guardrails.map((one) => ({ ...one, timeout_ms: policyLimits.timeoutMsMax }));
  const { policy } = runStepsSync(compilePolicy({ ...given, guardrails }, 'measured', setup.parts));
  const figures = [];
  for (const { kind, questions } of readOrdinaryQuestions(dataFolder, size)) {
    const before = setup.asked();
    const outcomes = await workThrough(questions, { label: kind, atOnce: questionsAtOnce }, (text) =>
      checkText(policy, 'prompt', { text, quotes: [] }, callLimits),
    );
    const per1000 = Object.fromEntries(
      actions.map((action) => [action, (1_000 * countWith(outcomes, action)) / questions.length]),
    ) as Record<(typeof actions)[number], number>;
    const asked = (setup.asked() - before) / questions.length;
    figures.push({ kind, questions: questions.length, ...per1000, asked, blockedBy: blockersOf(outcomes) });
  }
  console.log('\nOrdinary questions through the default policy: of 1,000');
  console.log(
    writeTable([
      ['', 'questions', 'blocked', 'flagged', 'redacted', 'texts screened', 'blocked by'],
      ...figures.map((one) => [
        one.kind,
        String(one.questions),
        ...actions.map((action) => one[action].toFixed(1)),
        (1_000 * one.asked).toFixed(0),
        Object.entries(one.blockedBy)
          .map(([name, count]) => `${name}: ${count}`)
          .join(', '),
      ]),
    ]),
  );
  return figures;
};

function countWith(outcomes: readonly StageOutcome[], action: (typeof actions)[number]): number {
  return outcomes.filter(({ results }) => results.some((result) => result.action === action)).length;
}

function blockersOf(outcomes: readonly StageOutcome[]): Record<string, number> {
  const names = outcomes.flatMap(({ results }) =>
    results.filter(({ action }) => action === 'block').map(({ name }) => name),
  );
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
