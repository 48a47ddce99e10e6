import { z } from 'zod';

/** As it was asked for, and as models write it all the same: words for the truth, a percentage for a share. */
const verdictSchema = z.object({
  breaks_rule: z.union([z.boolean(), z.stringbool({ truthy: ['true', 'yes'], falsy: ['false', 'no'] })]),
  confidence: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}(\.\d{1,17})?%?$/)
        .transform((text) => (text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text))),
    ])
    .transform((value) => (Number.isInteger(value) && value > 1 ? value / 100 : value))
    .pipe(z.number().min(0).max(1)),
});

/** Less is a doubt in the verdict, and not the opposite verdict: a threshold in the middle must tell the two apart. */
const confidenceMin = 0.51;

type Verdict = z.output<typeof verdictSchema>;

/**
 * How likely the rule is broken, according to the model's output; null: that cannot be determined. Prose and code blocks
 * around the verdict are passed over. Several verdicts must say the same: one of them may be a quote of the text.
 */
export function readRuleVerdict(said: string): number | null {
  const verdicts = [...withoutThoughts(said).matchAll(/\{[^{}]*\}/g)].flatMap(([found]) =>
    readVerdict(found),
  );
  const last = verdicts.at(-1);
  if (last === undefined || verdicts.some(({ breaks_rule }) => breaks_rule !== last.breaks_rule)) return null;
  const sure = Math.max(confidenceMin, last.confidence);
  return last.breaks_rule ? sure : 1 - sure;
}

/** Some servers hand over what a model thought before it answered. Thoughts without an end have no answer behind them. */
function withoutThoughts(said: string): string {
  const [answer = ''] = (said.split('</think>').at(-1) ?? '').split('<think>');
  return answer;
}

function readVerdict(found: string): Verdict[] {
  try {
    const read = verdictSchema.safeParse(JSON.parse(found));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
