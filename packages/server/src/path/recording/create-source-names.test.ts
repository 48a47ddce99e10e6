import type { Support } from '@avow/answering';
import { newId, type TenantId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { createSourceNames } from './create-source-names.ts';
import type { Answered } from './outcome.ts';

const tenantId: TenantId = newId('ten', 1);
const pack = { packId: newId('pack', 1), version: 3 };
const [first, second] = [newId('doc', 1), newId('doc', 2)];

const supportOf = (documentId: Support['documentId']) => ({ documentId, pack, score: 1, quote: 'words' });

const answered = (...ids: readonly Support['documentId'][]) =>
  ({
    ...{ kind: 'answered', answer: 'An answer.', quotesRedacted: false, sources: [] },
    draft: { kind: 'quoted', support: ids.map(supportOf) },
    citations: ids.map((_, support) => ({ support, start: 0, end: 3, isQuoted: true })),
  }) as unknown as Answered;

function namesOver(stored: ReadonlyMap<string, string>) {
  const reads: string[][] = [];
  const names = createSourceNames({
    listCommitments: async (_tenantId, _pack, ids) => {
      reads.push([...ids]);
      return ids.flatMap((id) => {
        const commitment = stored.get(id);
        return commitment === undefined ? [] : [{ id, commitment }];
      });
    },
  });
  return { names, reads };
}

it('names each cited document once, by half of its commitment, and reads it once', async () => {
  const { names, reads } = namesOver(
    new Map([
      [first, '00'.repeat(32)],
      [second, `${'ff'.repeat(16)}${'00'.repeat(16)}`],
    ]),
  );
  const expected = JSON.stringify([
    [pack.packId, 3, first, 'A'.repeat(22), second, Buffer.alloc(16, 255).toString('base64url')],
  ]);
  expect(await names.nameCited(tenantId, answered(first, second, first))).toBe(expected);
  expect(await names.nameCited(tenantId, answered(first, second))).toBe(expected);
  expect(reads).toEqual([[first, second]]);
});

it('names nothing if nothing is cited, or one of what is cited is not stored any more', async () => {
  const { names } = namesOver(new Map([[first, '00'.repeat(32)]]));
  expect(await names.nameCited(tenantId, answered())).toBeNull();
  expect(await names.nameCited(tenantId, { kind: 'not_covered' } as never)).toBeNull();
  expect(await names.nameCited(tenantId, answered(first, second))).toBeNull();
});
