import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endUserAuthor } from '../confidence/author-names.ts';
import type { Label } from '../interfaces/learning-store.ts';
import { examplesOf } from './examples-of.ts';

function label(author: string, isRight: boolean, messageId: Label['messageId'] = 'msg_1'): Label {
  return {
    ...{ messageId, origin: 'feedback', author, isRight },
    evidence: { way: 'read', toolScore: 0.7, features: {} },
    ...{ score: 0.7, band: 'medium', askedAtMs: 1, labelledAtMs: 1 },
  };
}
const [ann, ben, cem] = ['ann', 'ben', 'cem'].map(endUserAuthor) as [string, string, string];

describe('what labels are fitted on', () => {
  it('is one example for each answer, however many speak of it', () => {
    const labels = fc.array(
      fc
        .tuple(fc.nat(5), fc.nat(60), fc.boolean())
        .map(([message, author, isRight]) => label(endUserAuthor(`${author}`), isRight, `msg_${message}`)),
    );
    fc.assert(
      fc.property(labels, (given) => {
        const messages = examplesOf(given).map((example) => (example as Label).messageId);
        expect(new Set(messages)).toEqual(new Set(given.map(({ messageId }) => messageId)));
        expect(messages).toHaveLength(new Set(messages).size);
      }),
    );
  });

  it('believes most, and of as many the one who spoke last', () => {
    expect(examplesOf([label(ann, false), label(ben, true), label(cem, true)])).toMatchObject([
      { isRight: true, author: ben },
    ]);
    expect(examplesOf([label(ann, false), label(ben, true)])).toMatchObject([{ isRight: false }]);
    expect(examplesOf([])).toEqual([]);
  });

  it("is the tenant's own word where that is among those believed", () => {
    expect(examplesOf([label(ann, true), label('key_1', true)])).toMatchObject([{ author: 'key_1' }]);
    expect(examplesOf([label(ann, true), label('key_1', false)])).toMatchObject([{ author: ann }]);
  });
});
