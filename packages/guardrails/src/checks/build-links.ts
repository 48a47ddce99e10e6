import { largest } from '@avow/foundation';
import { joinAnswer } from '@avow/text';
import type { FoundRange, GuardrailInput, QuotedWords, WrittenClaim } from '../guardrail.ts';
import { findLinks } from '../links/find-links.ts';
import {
  comparableAddress,
  comparableHost,
  judgeTarget,
  type LinkRules,
  linkScores,
} from '../links/judge-target.ts';
import type { LinkUse } from '../links/link-use.ts';
import { settledLinks } from '../links/settled-links.ts';
import type { BuildCheck } from './check-builder.ts';
import { decide } from './decide.ts';
import { mergeRanges } from './merge-ranges.ts';

const reasons: Readonly<Record<LinkUse['kind'], string>> = {
  link: 'The answer links to a place that is neither cited nor allowed.',
  load: 'The answer loads something from a place that is neither cited nor allowed.',
  active: 'The answer contains something that can run where it is shown.',
};
const clear = 'The answer links to nothing but what is cited or allowed.';

/**
 * Links, images and HTML in answers. Active content, automatic loading and deceptive links are found everywhere. A plain
 * link is found if it is not the operator's: one in a quote, or copied from a quote, scores below the default threshold.
 */
export const buildLinks: BuildCheck<'links'> = ({ settings, ...given }) => {
  const isAllowedHost = createHostTest(settings.allowed_hosts);
  const findBad = (input: GuardrailInput) => {
    const rules = readLinkRules(input.urls ?? [], isAllowedHost);
    const isQuoted = createQuoteTest(input);
    return findLinks(input.text)
      .map((use) => ({ ...use, score: scoreUse(use, isQuoted, rules) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score);
  };
  return {
    kind: 'text',
    reach: given.action === 'redact' ? reachUnits : 'whole',
    settledBefore: (input) => {
      // A later citation may still allow a link: only the text before it is settled.
      const bad = findBad(input).map(({ start, within }) => Math.min(start, within?.start ?? start));
      return Math.min(settledLinks(input.text), ...bad);
    },
    check: (input) => {
      const findings = findBad(input);
      const worst = findings[0];
      const counted = findings.filter(({ score }) => score >= given.threshold);
      const ranges = mergeRanges(counted.map(wholeRange)).map((range) => setApart(range, input.text));
      const found = reasons[worst === undefined ? 'link' : kindOf(worst)];
      return decide({ score: worst?.score ?? 0, ranges, reasoning: { found, clear } }, given);
    },
  };
};

/** The maximum length of a plain link. One that is not closed is withheld until it is. */
const reachUnits = 250;

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

/** A placeholder in brackets would turn following parentheses into a link. */
function setApart(range: Replacement, text: string): Replacement {
  return '([:'.includes(text[range.end] ?? ' ') ? { ...range, placeholder: `${range.placeholder} ` } : range;
}

type QuoteTest = (use: LinkUse) => boolean;

function scoreUse(use: LinkUse, isQuoted: QuoteTest, rules: LinkRules): number {
  if (use.kind === 'active') return linkScores.active;
  const inQuote = isQuoted(use);
  return largest(use.targets.map((target) => judgeTarget(target, { kind: use.kind, inQuote }, rules)));
}

/**
 * Whether a link is quoted, or in generated text has the target of a link in the quotes of its sentence. In an answer that
 * does not consist of its quotes, all quotes count that are found in it or contain the same target.
 */
function createQuoteTest({ text, lead = '', quotes, written, isJson }: GuardrailInput): QuoteTest {
  const isInQuotes = (use: LinkUse, within: readonly QuotedWords[]) =>
    within.some(({ quote }) => use.targets.every((target) => holdsTarget(quote, target)));
  if (written !== undefined && isJson !== true) {
    const units = placeUnits(written);
    return (use) =>
      units.some(
        ({ start, end, restsOn }) =>
          use.start >= start &&
          use.end <= end &&
          isInQuotes(
            use,
            restsOn.flatMap((position) => quotes[position] ?? []),
          ),
      );
  }
  const joined = joinAnswer(lead, quotes);
  const isJoined = joined.text === text;
  const ranges = isJoined ? joined.ranges : findQuotes(text, quotes);
  return (use) =>
    ranges.some(({ start, end }) => use.start >= start && use.end <= end) ||
    (!isJoined && isInQuotes(use, quotes));
}

/** What ends an address in a quote: a longer address would lead elsewhere. */
const targetEnd = /^[.,:;!?*_~)]*(?:[\s<>"'`|()[\]]|$)/;

function holdsTarget(quote: string, target: string): boolean {
  return [target, target.replace(/^https:\/\/(?=www\.)/, '')].some((written) => {
    for (let at = quote.indexOf(written); at !== -1 && written !== ''; at = quote.indexOf(written, at + 1))
      if (targetEnd.test(quote.slice(at + written.length, at + written.length + 10))) return true;
    return false;
  });
}

function placeUnits(written: readonly WrittenClaim[]): ReadonlyArray<FoundRange & WrittenClaim> {
  let end = 0;
  return written.map((unit) => {
    const start = end + unit.join.length;
    end = start + unit.shown.length;
    return { ...unit, start, end };
  });
}

function findQuotes(text: string, quotes: readonly QuotedWords[]): readonly FoundRange[] {
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

/** Tests whether the operator allows a host: by its exact name, or by a wildcard for all its subdomains. */
function createHostTest(allowed: readonly string[]): LinkRules['isAllowedHost'] {
  const names = new Set(allowed.filter((host) => !host.startsWith('*.')));
  const endings = new Set(allowed.filter((host) => host.startsWith('*.')).map((host) => host.slice(2)));
  return (hostname) => {
    if (names.has(hostname)) return true;
    for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1))
      if (endings.has(hostname.slice(dot + 1))) return true;
    return false;
  };
}

/** The link rules of an answer, from the URLs of its documents. */
function readLinkRules(urls: readonly string[], isAllowedHost: LinkRules['isAllowedHost']): LinkRules {
  const known = urls.map((url) => URL.parse(url)).filter((url) => url !== null);
  return {
    cited: new Set(known.map(comparableAddress)),
    citedHosts: new Set(known.map(({ hostname }) => comparableHost(hostname))),
    isAllowedHost,
  };
}
