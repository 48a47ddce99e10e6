/**
 * Who may see what is on record of a message. For each restricted source that it relies on, the groups that may see the
 * source: a reader must be able to name one of each. Empty: everybody. It is written with the message and does not change
 * when the groups of a document do.
 */
export type RecordAudience = readonly (readonly string[])[];

/** The groups that a reader may name; null: any. */
export type ReaderGroups = readonly string[] | null;

/** A longer one is replaced by a stricter one that is short. */
const lengthMax = 16_384;

/** Those who may name every one of these groups. */
export function audienceOfAll(groups: readonly string[]): RecordAudience {
  return joinAudiences(groups.map((group) => [group]));
}

/** Those in all of them, in one form: sorted, each once, without those that another one implies. */
export function joinAudiences(...audiences: readonly RecordAudience[]): RecordAudience {
  const sets = audiences.flat().map((groups) => [...new Set(groups)].sort());
  const once = [...new Map(sets.map((groups) => [JSON.stringify(groups), groups])).values()];
  const isImplied = (groups: readonly string[]) =>
    once.some((other) => other !== groups && other.every((group) => groups.includes(group)));
  return once
    .filter((groups) => !isImplied(groups))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Who may see what a question relies on, as it is found out while it is answered. */
export interface GrowingAudience {
  /** Of a source: the groups that may see it; empty: everybody. */
  addSource(groups: readonly string[]): void;
  /** Of what was answered before. */
  addAudience(audience: RecordAudience): void;
  /** So far. */
  current(): RecordAudience;
}

/** `askedFor`: the groups that the question is answered for, by which alone a restricted source was found. */
export function growAudience(askedFor: readonly string[]): GrowingAudience {
  let found: RecordAudience = [];
  return {
    addSource: (groups) => {
      if (groups.length > 0) found = joinAudiences(found, [groups]);
    },
    addAudience: (audience) => {
      found = joinAudiences(found, audience);
    },
    current: () => (JSON.stringify(found).length > lengthMax ? narrowed(found, askedFor) : found),
  };
}

/** Those who may name every group of the question that admitted it to a source: fewer, and never others. */
function narrowed(audience: RecordAudience, askedFor: readonly string[]): RecordAudience {
  return audienceOfAll(askedFor.filter((group) => audience.some((admitted) => admitted.includes(group))));
}
