import type { GoldenGiven } from '@avow/contract/evaluation';
import type { InputFault } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { curatedKey } from '@avow/text';
import type { GoldenQuestion } from './golden-store.ts';

type Placed =
  | { readonly kind: 'placed'; readonly questions: GoldenQuestion[] }
  | { readonly kind: 'faulty'; readonly faults: readonly InputFault[] };

const faultsMax = 100;

/** Equal for questions that ask the same for the same groups, whatever their spelling. */
export function questionKey({ question, groups }: Pick<GoldenQuestion, 'question' | 'groups'>): string {
  return JSON.stringify([curatedKey(question) || question, [...groups].sort()]);
}

/**
 * Merges given questions into a set: a question replaces the one with its id, or else the one that asks the same. The
 * result is accepted and counts as written by a person.
 */
export function mergeQuestions(
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
    known.filter(({ goldenId }) => !replaced.has(goldenId)).map((one) => [questionKey(one), one]),
  );
  const seen = new Map<string, number>();
  const faults: InputFault[] = [];
  const questions = given.map((one, position): GoldenQuestion => {
    const fault = (field: string, message: string) =>
      void faults.push({ pointer: `/questions/${position}/${field}`, code: 'invalid_value', message });
    const key = questionKey(one);
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
      // Ids define the listing order, so each is a millisecond after the previous one.
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
