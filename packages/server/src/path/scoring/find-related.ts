import type { Related } from '@avow/answering';
import { nearPassages } from '@avow/answering/retrieve';
import { pageName } from '@avow/answering/write';
import type { Guard, StageOutcome } from '@avow/guardrails';
import type { PathDependencies } from '../path-dependencies.ts';
import type { AnsweredQuery } from '../query.ts';
import { guardCitations } from '../verification/guard-citations.ts';

interface FoundRelated {
  readonly related: readonly Related[];
  /** What is said of the nearest one in place of an answer; null: nothing. */
  readonly text: string | null;
  /** Of everything that is shown. */
  readonly outcomes: readonly StageOutcome[];
}

/**
 * The passages that are near to a question which nothing answers, as the caller may see them. One in which a guardrail
 * objects to anything is left out whole: it was not asked for, and nobody misses it.
 */
export async function findRelated(
  { steps }: Pick<PathDependencies, 'steps'>,
  { guard, question, passages, timeLimit }: AnsweredQuery,
  { isQuoted }: { readonly isQuoted: boolean },
): Promise<FoundRelated> {
  const { signal } = timeLimit;
  const read = await steps.readRelated(question, nearPassages(question, passages));
  const shown = isQuoted ? read : read.map((one) => ({ ...one, quoted: null }));
  const checked = await Promise.all(shown.map((one) => checkRelated(guard, one, signal)));
  const allowed = checked.filter((one) => one !== null);
  const closest = await nameClosest(guard, allowed[0]?.related, signal);
  return {
    related: allowed.map(({ related }) => related),
    text: closest?.text ?? null,
    outcomes: [...allowed.flatMap(({ outcomes }) => outcomes), ...(closest === null ? [] : [closest])],
  };
}

/** Null: a guardrail objects to something in it. */
async function checkRelated(
  guard: Guard,
  related: Related,
  signal: AbortSignal,
): Promise<{ readonly related: Related; readonly outcomes: readonly StageOutcome[] } | null> {
  const { source, title, url, headings, quoted } = related;
  const [ofSource, ofQuote] = await Promise.all([
    guardCitations(guard, [{ source, title, url }, ...headingsToGuard(source, headings)], signal),
    quoted === null
      ? null
      : guard.check('answer', { text: quoted.quote, quotes: [], urls: listUrls(url) }, signal),
  ]);
  const outcomes = [...(ofQuote === null ? [] : [ofQuote]), ...ofSource.outcomes];
  const isClear = outcomes.every(({ blocked, redacted }) => blocked === null && !redacted);
  return isClear ? { related, outcomes } : null;
}

const listUrls = (url: string | null) => (url === null ? [] : [url]);

/** They are shown like a title. */
function headingsToGuard(source: string, headings: string) {
  return headings === '' ? [] : [{ source, title: headings, url: null }];
}

/** What the policy says of the nearest page. Null: nothing, nothing is near, or a guardrail objects. */
async function nameClosest(
  { messages, check }: Pick<Guard, 'messages' | 'check'>,
  nearest: Related | undefined,
  signal: AbortSignal,
): Promise<StageOutcome | null> {
  if (messages.closest === null || nearest === undefined) return null;
  const page = pageName(nearest);
  const text = messages.closest.replaceAll('{page}', () => page);
  const outcome = await check('answer', { text, quotes: [] }, signal);
  return outcome.blocked !== null || outcome.redacted ? null : outcome;
}
