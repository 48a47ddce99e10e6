import type { Trial } from '@avow/contract/guardrails';
import { type TopicStarter, topicStarters } from '../../texts/topic-starters.ts';

const shownMax = 6;
/** Far below what counts as a finding: somebody looks at each of them. */
const scoreMin = 0.02;

/** The questions that are nearest to the one topic of the policy that was tried, nearest first. */
export function chooseAsked({ data }: Trial): readonly string[] {
  const scored = data.flatMap((each) => {
    const score = each.results.find(({ category }) => category === 'scope')?.score ?? null;
    if (each.kind !== 'message' || each.question === null || score === null || score < scoreMin) return [];
    return [{ question: each.question.replaceAll(/\s+/g, ' ').trim(), score }];
  });
  const sorted = scored.toSorted((one, other) => other.score - one.score);
  return [...new Set(sorted.map(({ question }) => question))].slice(0, shownMax);
}

/** Of the topics that are ready, the examples of those with a word of this one, as far as it does not have them. */
export function proposeExamples({ name, description, examples }: TopicStarter): readonly string[] {
  const words = significantWords(`${name} ${description}`);
  const alike = topicStarters.filter((starter) =>
    [...significantWords(`${starter.name} ${starter.description}`)].some((word) => words.has(word)),
  );
  return alike
    .flatMap((starter) => starter.examples)
    .filter((example) => !examples.includes(example))
    .slice(0, shownMax);
}

const common = new Set(['advice', 'question', 'where', 'about', 'money']);
const lettersMin = 4;

/** Without their plural. */
function significantWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(
    words
      .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''))
      .filter((word) => word.length >= lettersMin && !common.has(word)),
  );
}
