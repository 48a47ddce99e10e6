import { endUserAuthor } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label } from '../../records/record-store.ts';
import { buildExamples } from './build-examples.ts';

function label(author: string, isRight: boolean, messageId: Label['messageId'] = 'msg_1'): Label {
  return {
    ...{ messageId, origin: 'feedback', ...{ callerId: 'key_1', isFromVisitor: false }, author, isRight },
    evidence: { method: 'extractive', toolScore: 0.7, features: {} },
    ...{ score: 0.7, band: 'medium', askedAtMs: 1, labelledAtMs: 1 },
  };
}
const [ann, ben, cem] = ['ann', 'ben', 'cem'].map(endUserAuthor) as [string, string, string];

describe('buildExamples', () => {
  it('builds one example per answer, however many labels it has', () => {
    const labels = fc.array(
      fc
        .tuple(fc.nat(5), fc.nat(60), fc.boolean())
        .map(([message, author, isRight]) => label(endUserAuthor(`${author}`), isRight, `msg_${message}`)),
    );
    fc.assert(
      fc.property(labels, (given) => {
        const messages = buildExamples(given).map((example) => (example as Label).messageId);
        expect(new Set(messages)).toEqual(new Set(given.map(({ messageId }) => messageId)));
        expect(messages).toHaveLength(new Set(messages).size);
      }),
    );
  });

  it('follows the majority, and the newest label in a tie', () => {
    expect(buildExamples([label(ann, false), label(ben, true), label(cem, true)])).toMatchObject([
      { isRight: true, author: ben },
    ]);
    expect(buildExamples([label(ann, false), label(ben, true)])).toMatchObject([{ isRight: false }]);
    expect(buildExamples([])).toEqual([]);
  });

  it("prefers a label from the tenant's own keys within the majority", () => {
    expect(buildExamples([label(ann, true), label('key_1', true)])).toMatchObject([{ author: 'key_1' }]);
    expect(buildExamples([label(ann, true), label('key_1', false)])).toMatchObject([{ author: ann }]);
  });
});
