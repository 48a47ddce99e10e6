import type { GoldenGiven } from '@avow/contract';
import type { InputFault } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { GoldenQuestion } from '../interfaces/golden-store.ts';
import { curatedKey } from '../text/normalise-question.ts';

type Placed =
  | { readonly kind: 'placed'; readonly questions: GoldenQuestion[] }
  | { readonly kind: 'faulty'; readonly faults: readonly InputFault[] };

const faultsMax = 100;

/** What two questions have in common that ask the same of the same people, however they are spelt. */
export function askedKey({ question, groups }: Pick<GoldenQuestion, 'question' | 'groups'>): string {
  return JSON.stringify([curatedKey(question) || question, [...groups].sort()]);
}

/**
 * Which questions of a set the given ones stand for: by id where one is named, else the one that asks the same. What they
 * replace is a person's from then on, and accepted.
 */
export function placeGiven(
  given: readonly GoldenGiven[],
  {
    known,
    unknownIds,
    nowMs,
  }: {
    readonly known: readonly GoldenQuestion[];
    readonly unknownIds: 'refused' | 'drawn';
    readonly nowMs: number;
  },
): Placed {
  const byId = new Map(known.map((one) => [one.goldenId, one]));
  const replaced = new Set(given.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const byKey = new Map(
    known.filter(({ goldenId }) => !replaced.has(goldenId)).map((one) => [askedKey(one), one]),
  );
  const seen = new Map<string, number>();
  const faults: InputFault[] = [];
  const questions = given.map((one, position): GoldenQuestion => {
    const fault = (field: string, message: string) =>
      void faults.push({ pointer: `/questions/${position}/${field}`, code: 'invalid_value', message });
    const key = askedKey(one);
    const named = one.id === undefined ? undefined : byId.get(one.id);
    const same = byKey.get(key);
    const first = seen.get(key);
    if (first !== undefined) fault('question', `Asks the same as /questions/${first}`);
    else if (named !== undefined && same !== undefined)
      fault('question', 'Another golden question of the pack asks the same');
    seen.set(key, first ?? position);
    if (one.id !== undefined && named === undefined && unknownIds === 'refused')
      fault('id', 'There is no golden question with this id');
    const before = named ?? same;
    const { question, expects, note, groups } = one;
    return {
      ...{ question, expects, note, groups, updatedAtMs: nowMs },
      // Ids are the order in which they are listed: each a moment after the one before.
      goldenId: before?.goldenId ?? newId('gld', nowMs + position),
      ...{ state: 'accepted', origin: 'person', messageId: before?.messageId ?? null },
    };
  });
  const twice = repeatedIds(given);
  for (const position of twice)
    faults.push({
      pointer: `/questions/${position}/id`,
      code: 'invalid_value',
      message: 'Another of these questions has this id',
    });
  return faults.length === 0
    ? { kind: 'placed', questions }
    : { kind: 'faulty', faults: faults.slice(0, faultsMax) };
}

function repeatedIds(given: readonly GoldenGiven[]): number[] {
  const seen = new Set<string>();
  return given.flatMap(({ id }, position) => {
    if (id === undefined) return [];
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [position] : [];
  });
}
