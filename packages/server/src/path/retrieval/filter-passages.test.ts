import type { Retrieved } from '@avow/answering';
import { passagesReadMax } from '@avow/answering';
import type { Guard } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import { describe, expect, it } from 'vitest';
import { filterRetrieved } from './filter-passages.ts';

const hitOf = (text: string, headings = ''): PassageHit => ({
  ...{ kind: 'document', documentId: 'doc_a', revision: 1, ordinal: 0, headings, text, start: 0, end: 1 },
  ...{ groups: [], validFromMs: null, validUntilMs: null, pack: { packId: 'pack_a', version: 1 } },
  ...{ score: 1, wordScore: 1, vectorScore: null, alsoAt: [] },
});

/** A guard that objects to texts with a word, and knows what it was shown. */
function guardAgainst(word: string) {
  const shown: string[][] = [];
  const guard: Pick<Guard, 'filterPassages'> = {
    filterPassages: async (passages) => {
      shown.push([...passages]);
      const leftOut = new Set([...passages.keys()].filter((at) => passages[at]?.includes(word)));
      return { results: [], models: [], leftOut, blocked: null, tripwireTriggered: false, degraded: false };
    },
  };
  return { guard: guard as Guard, shown };
}

const retrievedOf = (documents: PassageHit[], further: Retrieved['further'] = []): Retrieved => ({
  packs: [],
  curated: [hitOf('a curated question about orders')],
  documents,
  further,
  isDegraded: false,
});
const { signal } = new AbortController();
const textsOf = (hits: readonly PassageHit[]) => hits.map(({ text }) => text);

const upTo = { readMax: passagesReadMax, deadline: signal };

describe('filterRetrieved', () => {
  it('leaves bad passages out of every list, in order, and shows each text once', async () => {
    const { guard, shown } = guardAgainst('bad');
    const [one, bad, two] = [hitOf('one'), hitOf('bad'), hitOf('two')];
    const further = [{ asked: 'And two?', documents: [two, bad, one] }];
    const { retrieved } = await filterRetrieved(guard, retrievedOf([one, bad, two], further), upTo);
    expect(textsOf(retrieved.documents)).toEqual(['one', 'two']);
    expect(textsOf(retrieved.further[0]?.documents ?? [])).toEqual(['two', 'one']);
    expect(textsOf(retrieved.curated)).toEqual(['a curated question about orders']);
    expect(shown).toEqual([['one', 'two', 'bad']]);
  });

  it('shows those that are read first before the others, whatever list they are in', async () => {
    const { guard, shown } = guardAgainst('bad');
    const [documents, further] = ['a', 'b'].map((list) => [0, 1, 2].map((rank) => hitOf(`${list}${rank}`)));
    const retrieved = retrievedOf(documents ?? [], [{ asked: 'And?', documents: further ?? [] }]);
    await filterRetrieved(guard, retrieved, upTo);
    expect(shown).toEqual([['a0', 'b0', 'a1', 'b1', 'a2', 'b2']]);
  });

  it('looks at the headings too', async () => {
    const { guard } = guardAgainst('bad');
    const { retrieved } = await filterRetrieved(guard, retrievedOf([hitOf('fine', 'bad heading')]), upTo);
    expect(retrieved.documents).toEqual([]);
  });

  it('looks at all that may be read, and uses nothing else', async () => {
    const { guard, shown } = guardAgainst('bad');
    const hits = Array.from({ length: 40 }, (_, at) => hitOf(`passage ${at}`));
    const { retrieved } = await filterRetrieved(guard, retrievedOf(hits), upTo);
    expect(shown[0]).toHaveLength(passagesReadMax);
    expect(textsOf(retrieved.documents)).toEqual(shown[0]);
  });
});
