import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WrittenDraft } from '../draft.ts';
import type { Question } from '../question.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import { openWriting } from './read-writing.ts';
import { plentyOfTime, scriptGrounder, scriptModel, writingOptions } from './test-support/scripted.ts';
import { writeTextAnswer } from './write-text-answer.ts';

const words = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Omega', 'Sigma'];
const pack = { packId: 'pack_1', version: 1 } as const;
const sources: QuotableSource[] = words.map((word, at) => ({
  ...{ documentId: `doc_${at}`, pack, source: 'a.md', title: word, url: null, context: '' },
  ...{ number: at + 1, text: `It is true that ${word} counts. So 😀 be it.`, start: at },
}));
const question: Question = {
  ...{ tenantId: 'ten_1', text: 'What counts?', packIds: null },
  ...{ groups: [], nowMs: 0, language: null },
};

/** A unit as a model may write it: true, invented, or nothing; with references that may be wrong. */
const unit = fc.record({
  kind: fc.constantFrom('true', 'true', 'true', 'false', 'nothing'),
  shape: fc.constantFrom('sentence', 'sentence', 'paragraph', 'item', 'step', 'row', 'heading', 'lead'),
  word: fc.constantFrom(...words),
  reference: fc.constantFrom('', ' [1]', ' [2][9]', '[99]', ' (source 3)', '【4】'),
});
type Unit = typeof unit extends fc.Arbitrary<infer Value> ? Value : never;

function write({ kind, shape, word, reference }: Unit, at: number): string {
  const said =
    kind === 'true'
      ? `It is true that ${word} counts`
      : kind === 'false'
        ? `Lies of ${word} ${at}`
        : 'In short so';
  switch (shape) {
    case 'paragraph':
      return `\n\n${said}${reference}. `;
    case 'item':
      return `\n- ${said}${reference}\n`;
    case 'step':
      return `\n${(at % 5) + 1}. ${said}.${reference}\n`;
    case 'row':
      return `\n\n| It |\n|---|\n| ${said} |${reference}\n`;
    case 'heading':
      return `\n\n## ${said}\n\n`;
    case 'lead':
      return `\n\n${said}:\n`;
    default:
      return `${said}.${reference} `;
  }
}

const joined = ({ units }: WrittenDraft) => units.map(({ join, text }) => `${join}${text}`).join('');

async function answer(units: readonly Unit[], pieceLength: number, delays: readonly number[]) {
  const said = units.map(write).join('');
  const pieces = Array.from({ length: Math.ceil(said.length / pieceLength) }, (_, at) =>
    said.slice(at * pieceLength, (at + 1) * pieceLength),
  );
  const partial: WrittenDraft[] = [];
  let turn = 0;
  const grounder = scriptGrounder({ delayMs: () => delays[turn++ % delays.length] ?? 0 });
  const options = writingOptions({ onDraft: async (draft) => void partial.push(draft) });
  const writing = openWriting(
    scriptModel(() => pieces),
    { instructions: '', prompt: '', outputTokensMax: 100 },
    { signal: options.signal, limits: plentyOfTime },
  );
  const instructions = 'None of this is ever said.';
  const facts = {
    question,
    sources,
    grounder,
    judge: null,
    ...{ second: null, withQuotes: false },
    options,
    limits: plentyOfTime,
    instructions,
  };
  const found = await writeTextAnswer(facts, writing);
  await writing.close();
  return { found, partial };
}

describe('an answer that is written', () => {
  it('has nothing that was turned down, keeps its order, and rests on stored words', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { maxLength: 14 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
        async (units, pieceLength, delays) => {
          const { found, partial } = await answer(units, pieceLength, delays);
          const drafts = found.kind === 'drafted' ? [...partial, found.draft] : partial;
          for (const [at, draft] of drafts.entries()) {
            expect(joined(draft)).not.toContain('Lies');
            expect(joined(draft).startsWith(at === 0 ? '' : joined(drafts[at - 1] as WrittenDraft))).toBe(
              true,
            );
            expect(draft.units.some(({ claims }) => claims)).toBe(true);
            for (const { claims, restsOn, text } of draft.units) {
              expect(restsOn.length > 0).toBe(claims);
              const quoted = restsOn.map((position) => draft.support[position]?.quote.slice(16, 20) ?? '?');
              if (claims && text.includes('true'))
                expect(quoted.some((word) => text.includes(word))).toBe(true);
            }
            for (const { documentId, quote, start, end } of draft.support) {
              const source = sources.find((each) => each.documentId === documentId) as QuotableSource;
              expect(
                Array.from(source.text)
                  .slice(start - source.start, end - source.start)
                  .join(''),
              ).toBe(quote);
            }
          }
          const spoken = units.filter(({ kind }) => kind !== 'nothing');
          if (found.kind === 'drafted') {
            const inOrder = [...joined(found.draft).matchAll(/true that (\w+)/g)].map(([, word]) => word);
            const rest = spoken.map(({ word }) => word);
            for (const word of inOrder) {
              const at = rest.indexOf(word as string);
              expect(at).not.toBe(-1);
              rest.splice(0, at + 1);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is the same however it comes in pieces, and however long a judge takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { maxLength: 10 }),
        fc.integer({ min: 1, max: 60 }),
        async (units, length) => {
          const slow = await answer(units, length, [1, 0, 2]);
          const fast = await answer(units, 10_000, [0]);
          expect(slow.found).toEqual(fast.found);
        },
      ),
      { numRuns: 60 },
    );
  });
});
