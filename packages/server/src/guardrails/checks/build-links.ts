import type { FoundRange, GuardrailInput } from '../../interfaces/guardrail.ts';
import { joinAnswer } from '../../text/join-answer.ts';
import { findLinks } from '../links/find-links.ts';
import { judgeTarget, type LinkRules, linkScores } from '../links/judge-target.ts';
import type { LinkUse } from '../links/link-use.ts';
import { createHostTest, readLinkRules } from '../links/read-link-rules.ts';
import type { BuildCheck } from './check-builder.ts';
import { decide } from './decide.ts';
import { uniteRanges } from './unite-ranges.ts';

const reasons: Readonly<Record<LinkUse['kind'], string>> = {
  link: 'The answer links to a place that is neither cited nor allowed.',
  load: 'The answer loads something from a place that is neither cited nor allowed.',
  active: 'The answer holds something that can run where it is shown.',
};
const clear = 'The answer links to nothing but what is cited or allowed.';

/**
 * Links, images and HTML in answers. What runs or loads by itself, or leads elsewhere than it looks, is found wherever it
 * stands. A plain link is found where it is not part of a quote; in a quote, which nobody but the operator wrote, it
 * scores below the usual threshold.
 */
export const buildLinks: BuildCheck<'links'> = ({ settings, ...given }) => {
  const isAllowedHost = createHostTest(settings.allowed_hosts);
  return {
    kind: 'text',
    check: (input) => {
      const rules = readLinkRules(input.urls ?? [], isAllowedHost);
      const quotes = quoteRanges(input);
      const findings = findLinks(input.text)
        .map((use) => ({ ...use, score: scoreUse(use, quotes, rules) }))
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score);
      const worst = findings[0];
      const counted = findings.filter(({ score }) => score >= given.threshold);
      const ranges = uniteRanges(counted.map(wholeRange)).map((range) => setApart(range, input.text));
      const found = reasons[worst === undefined ? 'link' : kindOf(worst)];
      return decide({ score: worst?.score ?? 0, ranges, reasoning: { found, clear } }, given);
    },
  };
};

function kindOf({
  kind,
  score,
}: {
  readonly kind: LinkUse['kind'];
  readonly score: number;
}): LinkUse['kind'] {
  return score === linkScores.active ? 'active' : kind;
}

type Replacement = FoundRange & { readonly placeholder: string };

function wholeRange({ start, end, placeholder, within }: LinkUse): Replacement {
  if (within === undefined) return { start, end, placeholder };
  return { start: Math.min(start, within.start), end: Math.max(end, within.end), placeholder };
}

/** A placeholder in brackets would make a link of what follows in round ones. */
function setApart(range: Replacement, text: string): Replacement {
  return '([:'.includes(text[range.end] ?? ' ') ? { ...range, placeholder: `${range.placeholder} ` } : range;
}

function scoreUse(use: LinkUse, quotes: readonly FoundRange[], rules: LinkRules): number {
  if (use.kind === 'active') return linkScores.active;
  const inQuote = quotes.some(({ start, end }) => use.start >= start && use.end <= end);
  return Math.max(...use.targets.map((target) => judgeTarget(target, { kind: use.kind, inQuote }, rules)));
}

/** Where the quotes stand. Of an answer that is not made of its quotes, those that are still found in their order. */
function quoteRanges({ text, lead = '', quotes }: GuardrailInput): readonly FoundRange[] {
  const joined = joinAnswer(lead, quotes);
  if (joined.text === text) return joined.ranges;
  const ranges: FoundRange[] = [];
  let from = 0;
  for (const { shown } of quotes) {
    const start = text.indexOf(shown, from);
    if (start === -1 || shown === '') continue;
    ranges.push({ start, end: start + shown.length });
    from = start + shown.length;
  }
  return ranges;
}
