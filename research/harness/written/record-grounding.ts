import type { Grounding } from '@avow/answering/testing/grounding';
import type { Grounder, QuotableSource } from '@avow/answering/write';

/** What was found on the sentences of one question. */
export interface RecordedGrounding {
  readonly sources: readonly QuotableSource[];
  /** By the text that was compared: of one that was compared twice, what was found last. */
  readonly found: ReadonlyMap<string, Grounding>;
}

/** A grounder whose findings are kept until they are taken. */
export function recordGrounding(grounder: Grounder): {
  readonly grounder: Grounder;
  readonly take: () => RecordedGrounding;
} {
  let sources: readonly QuotableSource[] = [];
  let found = new Map<string, Grounding>();
  const { confirm } = grounder;
  return {
    grounder: {
      judge: grounder.judge,
      ...(confirm === undefined
        ? {}
        : {
            confirm: async (unit, ...call) => {
              const grounding = await confirm(unit, ...call);
              found.set(unit.text, grounding);
              return grounding;
            },
          }),
      prepare: (given) => {
        sources = given;
        grounder.prepare?.(given);
      },
      ground: async (unit, given, limits) => {
        sources = given;
        const grounding = await grounder.ground(unit, given, limits);
        found.set(unit.text, grounding);
        return grounding;
      },
    },
    take: () => {
      const taken = { sources, found };
      sources = [];
      found = new Map();
      return taken;
    },
  };
}
