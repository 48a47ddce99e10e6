import { queryRequestLimits } from '@avow/contract';
import { z } from 'zod';
import type { PairContent } from '../../interfaces/content-packs.ts';
import { curatedKey } from '../../text/normalise-question.ts';
import { folderLimits, pairFileSchema } from '../pack-folder.ts';
import { answerToMarkdown } from './answer-markup.ts';
import { tagUnitsMax } from './metadata-tags.ts';
import type { WrittenPair } from './written-pair.ts';

const tagsMax = 64;
const alternativesMax = 100;

const instant = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const dayMs = 24 * 60 * 60 * 1000;

const name = (unitsMax: number) =>
  z
    .string()
    .min(1)
    .max(unitsMax)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'holds characters that cannot be stored');

const pairSchema = pairFileSchema.element.extend({
  tags: z.array(name(tagUnitsMax)).max(tagsMax),
  groups: z.array(name(queryRequestLimits.groupLengthMax)).max(queryRequestLimits.groupsMax),
});

interface Taken {
  readonly place: string;
  readonly pair: PairContent;
  readonly alternatives: string[];
}

export interface PairGathering {
  readonly add: (written: WrittenPair) => void;
  readonly toPairs: () => PairContent[];
}

/**
 * Checks pairs and puts them together. The same question with the same answer is one pair; with another answer the first
 * stays, because a question that is answered in two ways is answered in none. Pairs for other groups or other times are
 * other pairs. `addFault` hears of everything that is not taken.
 */
export function createPairGathering({
  defaultSource,
  addFault,
  pairsMax = folderLimits.pairsMax,
}: {
  readonly defaultSource: string;
  readonly addFault: (reason: string) => void;
  readonly pairsMax?: number;
}): PairGathering {
  let isFull = false;
  const taken: Taken[] = [];
  /** Who owns a question, among those that the same people see at the same time. */
  const owners = new Map<string, Taken>();

  const add = (written: WrittenPair): void => {
    const checked = checkPair(written, defaultSource);
    if (typeof checked === 'string') {
      addFault(`${written.place}: ${checked}`);
      return;
    }
    const keyOf = (question: string) => `${audienceOf(checked)}\n${curatedKey(question)}`;
    const owner = owners.get(keyOf(checked.question));
    if (owner !== undefined && owner.pair.answer !== checked.answer) {
      addFault(
        `${written.place}: asks the same as ${owner.place} and answers it differently; ${owner.place} was taken`,
      );
      return;
    }
    if (owner === undefined && taken.length >= pairsMax) {
      if (!isFull) addFault(`${written.place}: more than ${pairsMax} pairs; the rest is left out`);
      isFull = true;
      return;
    }
    const target = owner ?? { place: written.place, pair: checked, alternatives: [] };
    if (owner === undefined) {
      taken.push(target);
      owners.set(keyOf(checked.question), target);
    }
    addAlternatives(target, checked, { place: written.place, keyOf });
  };

  const addAlternatives = (
    target: Taken,
    { alternatives, answer }: PairContent,
    { place, keyOf }: { readonly place: string; readonly keyOf: (question: string) => string },
  ): void => {
    for (const alternative of alternatives) {
      const owner = owners.get(keyOf(alternative));
      if (owner !== undefined) {
        if (owner.pair.answer !== answer)
          addFault(`${place}: an alternative asks the same as ${owner.place}, which answers it differently`);
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
    toPairs: () => taken.map(({ pair, alternatives }) => ({ ...pair, alternatives })),
  };
}

function audienceOf({ groups, validFromMs, validUntilMs }: PairContent): string {
  return JSON.stringify([groups, validFromMs, validUntilMs]);
}

/** The pair as it can be stored, or why it cannot. */
function checkPair(written: WrittenPair, defaultSource: string): PairContent | string {
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
  if (curatedKey(question) === '') return 'question: has no words';
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

/** In UTC where no zone is given. A day alone is meant whole: from its beginning, or until its end. */
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

/** The 31st of February is read as a day in March. */
function daysAgree(text: string): boolean {
  const day = text.slice(0, 10);
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
