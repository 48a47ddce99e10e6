import { readFacts } from '@avow/facts';
import { nameDays } from '@avow/text/terms';
import { decidingSentences } from './deciding-sentences.ts';

/** "An hour before", "for a month": one of them, where it is a value of its own and not what another counts by. */
const oneOfThem =
  /\b(?:an?(?=\s+(?:minute|hour|day|week|month|year)\s+(?:before|after|late|later|early|earlier|ahead|in\s+advance|ago|off)\b)|(?<=\bfor\s)an?(?=\s+(?:minute|hour|day|week|month|year)\b))/giu;
const periods: ReadonlySet<string> = new Set(['minute', 'hour', 'day', 'week', 'month', 'year']);

/**
 * Whether a question for yes or no names a value, and the sentences that decide it name others of the same kind alone: "an hour
 * before" and "until 24 hours before". Which of two values is larger, or whether one lies between two others, no model here reckons.
 */
export function needsComparison(
  question: string,
  said: { readonly pointed: string; readonly quotes: readonly string[] },
): boolean {
  const asked = valuesOf(question.replace(oneOfThem, '1'));
  if (asked.length === 0) return false;
  const given = decidingSentences(said).flatMap(valuesOf);
  return asked.some(({ kind, values }) => {
    const alike = given.filter((other) => other.kind === kind);
    return alike.length > 0 && !alike.some((other) => other.values.some((value) => values.includes(value)));
  });
}

interface Value {
  readonly kind: string;
  /** Every reading of it. */
  readonly values: readonly string[];
}

/** Its numbers with what they count, times of day and days of the week. */
function valuesOf(text: string): Value[] {
  const { quantities, times, dates } = readFacts(text);
  return [
    ...quantities.map(({ unit, values }) => {
      const isPeriod = unit !== null && periods.has(unit);
      // A week and five days are alike, and never the same value.
      return isPeriod
        ? { kind: 'period', values: values.map((value) => `${value} ${unit}`) }
        : { kind: `number ${unit ?? ''}`, values };
    }),
    ...times.map(({ minutes }) => ({ kind: 'time', values: [String(minutes)] })),
    ...dates.flatMap(({ weekday }) =>
      weekday === null ? [] : [{ kind: 'weekday', values: [String(weekday)] }],
    ),
    // "Mon–Fri" says something of Wednesday: no days have to be compared.
    ...nameDays(text).flatMap(({ names }) =>
      readFacts(names).dates.map(({ weekday }) => ({ kind: 'weekday', values: [String(weekday)] })),
    ),
  ];
}
