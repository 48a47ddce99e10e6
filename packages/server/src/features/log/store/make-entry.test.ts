import { expect, it } from 'vitest';
import { hashEntry, makeRecordEntry } from './make-entry.ts';

const record = {
  tenantId: 'ten_01h455vb4pex5vsknk084sn02q',
  messageId: 'msg_01h455vb4pex5vsknk084sn02q',
  status: 'delivered',
  createdAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  fields: [
    ['question', 'Wie hoch?'],
    ['answer', '8849 m 🏔'],
  ],
  facts: '["thr_1","high",0.97]',
  rules: null,
} as const;
const secrets = { secret: Buffer.alloc(32, 1), factsSecret: Buffer.alloc(32, 2) };

it('produces the leaf of the stored format', () => {
  const entry = makeRecordEntry(record, secrets);
  expect(entry).toBe(
    '["avow.leaf.v2","record","ten_01h455vb4pex5vsknk084sn02q","msg_01h455vb4pex5vsknk084sn02q","delivered","2026-01-02T03:04:05.678Z","",[],[["question","4bf085e06f4258e94c65ed39643daf7e80dc793421604cad992b71a9e5d3e46f"],["answer","bd14b910f961ab98139031787870bad819864bf917ecb3f45970868e66e86715"],["facts","e8fdde1cf22b26330452d6bb0ee4b93c2773a3abd7d4d29e57a3e9040c6918ac"]]]',
  );
  expect(hashEntry(entry).toString('hex')).toBe(
    '4469df8b519fa375cb1ad028a22c66d4a67021fb50bf91faa57e6fa97713b0fd',
  );
});

it('differs if anything differs that the log commits to', () => {
  const others = [
    { ...record, tenantId: 'ten_2' },
    { ...record, messageId: 'msg_2' },
    { ...record, status: 'blocked' },
    { ...record, createdAtMs: record.createdAtMs + 1 },
    { ...record, facts: '["thr_1","high",0.98]' },
    { ...record, fields: [record.fields[0], ['answer', '8848 m 🏔']] as const },
    { ...record, fields: [record.fields[0]] },
  ];
  const entries = new Set([record, ...others].map((one) => makeRecordEntry(one, secrets)));
  const elsewhere = makeRecordEntry(record, { ...secrets, secret: Buffer.alloc(32, 3) });
  expect(entries.add(elsewhere).size).toBe(others.length + 2);
});
