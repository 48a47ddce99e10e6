import { queryRequestLimits } from '@avow/contract';
import { curatedKey } from '@avow/text';
import { z } from 'zod';
import { folderLimits } from '../../../limits/pack-limits.ts';
import type { PairContent } from '../../curated/curated.ts';
import { pairFileSchema } from '../folder/pack-folder.ts';
import { answerToMarkdown } from './answer-markup.ts';
import type { ImportedPair } from './imported-pair.ts';
import { tagUnitsMax } from './metadata-tags.ts';

const tagsMax = 64;
const alternativesMax = 100;

const instant = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const dayMs = 24 * 60 * 60 * 1000;

const name = (unitsMax: number) =>
  z
    .string()
    .min(1)
    .max(unitsMax)
    .refine(
      (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
      'contains characters that cannot be stored',
    );

const pairSchema = pairFileSchema.element.extend({
  tags: z.array(name(tagUnitsMax)).max(tagsMax),
  groups: z.array(name(queryRequestLimits.groupLengthMax)).max(queryRequestLimits.groupsMax),
});

interface CollectedPair {
  readonly place: string;
  readonly pair: PairContent;
  readonly alternatives: string[];
}

export interface PairCollector {
  readonly add: (written: ImportedPair) => void;
  readonly toPairs: () => PairContent[];
}

/**
 * Checks and merges pairs. The same question with the same answer is one pair; with a different answer the first one stays,
 * because a question with two answers would match neither exactly. Pairs for other groups or other times are
 * other pairs. `addFault` is called for everything that is skipped.
 */
export function createPairCollector({
  defaultSource,
  addFault,
  pairsMax = folderLimits.pairsMax,
}: {
  readonly defaultSource: string;
  readonly addFault: (reason: string) => void;
  readonly pairsMax?: number;
}): PairCollector {
  let isFull = false;
  const collected: CollectedPair[] = [];
  /** The pair that has a question, per audience. */
  const owners = new Map<string, CollectedPair>();

  const add = (written: ImportedPair): void => {
    const checked = checkPair(written, defaultSource);
    if (typeof checked === 'string') {
      addFault(`${written.place}: ${checked}`);
      return;
    }
    const keyOf = (question: string) => `${audienceKey(checked)}\n${curatedKey(question)}`;
    const owner = owners.get(keyOf(checked.question));
    if (owner !== undefined && owner.pair.answer !== checked.answer) {
      addFault(
        `${written.place}: has the same question as ${owner.place} and a different answer; ${owner.place} was kept`,
      );
      return;
    }
    if (owner === undefined && collected.length >= pairsMax) {
      if (!isFull) addFault(`${written.place}: more than ${pairsMax} pairs; the rest was skipped`);
      isFull = true;
      return;
    }
    const target = owner ?? { place: written.place, pair: checked, alternatives: [] };
    if (owner === undefined) {
      collected.push(target);
      owners.set(keyOf(checked.question), target);
    }
    addAlternatives(target, checked, { place: written.place, keyOf });
  };

  const addAlternatives = (
    target: CollectedPair,
    { alternatives, answer }: PairContent,
    { place, keyOf }: { readonly place: string; readonly keyOf: (question: string) => string },
  ): void => {
    for (const alternative of alternatives) {
      const owner = owners.get(keyOf(alternative));
      if (owner !== undefined) {
        if (owner.pair.answer !== answer)
          addFault(
            `${place}: an alternative has the same question as ${owner.place}, which has a different answer`,
          );
        continue;
      }
      if (target.alternatives.length === alternativesMax) {
        addFault(`${place}: more than ${alternativesMax} alternatives of one question`);
        return;
      }
      owners.set(keyOf(alternative), target);
      target.alternatives.push(alternative);
    }
  };

  return {
    add,
    toPairs: () => collected.map(({ pair, alternatives }) => ({ ...pair, alternatives })),
  };
}

function audienceKey({ groups, validFromMs, validUntilMs }: PairContent): string {
  return JSON.stringify([groups, validFromMs, validUntilMs]);
}

/** The pair to store, or why it is invalid. */
function checkPair(written: ImportedPair, defaultSource: string): PairContent | string {
  const validFromMs = readInstant(written.validFrom, 'start');
  const validUntilMs = readInstant(written.validUntil, 'end');
  if (validFromMs === 'bad' || validUntilMs === 'bad')
    return `${validFromMs === 'bad' ? 'valid_from' : 'valid_until'}: must be a day or an instant, such as 2026-01-31 or 2026-01-31T09:00:00Z`;
  if (validFromMs !== null && validUntilMs !== null && validFromMs >= validUntilMs)
    return 'valid_from: must be before valid_until';
  const source = written.source.trim();
  const url = written.url.trim();
  const parsed = pairSchema.safeParse({
    question: written.question,
    alternatives: [...new Set(written.alternatives.filter((alternative) => alternative.trim() !== ''))],
    answer: written.mayBeHtml ? answerToMarkdown(written.answer) : written.answer,
    source: source === '' ? defaultSource : source,
    ...(url === '' ? {} : { url }),
    tags: uniqueNames(written.tags),
    groups: uniqueNames(written.groups).sort(),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  const { question, alternatives, answer, tags, groups } = parsed.data;
  if (curatedKey(question) === '') return 'question: contains no words';
  return {
    question,
    alternatives: alternatives.filter((alternative) => curatedKey(alternative) !== ''),
    answer,
    source: parsed.data.source ?? defaultSource,
    url: parsed.data.url ?? null,
    tags,
    groups,
    validFromMs,
    validUntilMs,
  };
}

function uniqueNames(names: readonly string[]): string[] {
  return [...new Set(names.map((one) => one.trim()).filter((one) => one !== ''))];
}

/** In UTC if there is no time zone. A date without a time means the whole day: from its start, or until its end. */
function readInstant(written: string, edge: 'start' | 'end'): number | null | 'bad' {
  const text = written.trim();
  if (text === '') return null;
  if (!instant.test(text)) return 'bad';
  const isDay = text.length === 10;
  const zoned = isDay || /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) ? text : `${text}Z`;
  const ms = Date.parse(zoned.replace(' ', 'T'));
  if (Number.isNaN(ms) || !daysAgree(text)) return 'bad';
  return isDay && edge === 'end' ? ms + dayMs : ms;
}

/** `Date.parse` reads 31 February as a day in March. */
function daysAgree(text: string): boolean {
  const day = text.slice(0, 10);
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
