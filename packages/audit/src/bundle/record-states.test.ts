import { describe, expect, it } from 'vitest';
import { buildBundle } from '../test-support/build-bundle.ts';
import { checkText } from '../test-support/example-checker.ts';
import { exampleDeed, exampleFirstRecord, exampleLog, exampleRecord } from '../test-support/example-log.ts';

/** Logs that were signed as they are, and still do not fit together. */
describe('what does not fit between records and deeds', () => {
  it('is a log that says one message ended twice', async () => {
    const first = exampleRecord(1);
    const bundle = await buildBundle([first, exampleFirstRecord(1)]);
    const expected = { kind: 'broken', code: 'message_repeated', line: 3, leafIndex: 1, subject: 'msg_1' };
    expect(await checkText(bundle.join(''))).toMatchObject(expected);
  });

  it('is a record that a deed says is gone, and that is there', async () => {
    const deeds = [
      exampleDeed({ kind: 'erasure', subject: 'msg_1', state: 'erased' }),
      exampleDeed({ kind: 'expiry', state: 'content_expired', details: [['leaves', '0']] }),
      exampleDeed({ kind: 'expiry', state: 'record_dropped', details: [['leaves', '0']] }),
    ];
    for (const deed of deeds) {
      const bundle = await buildBundle([exampleRecord(1), deed]);
      const expected = { kind: 'broken', code: 'state_contradicted', line: 3, leafIndex: 1 };
      expect(await checkText(bundle.join(''))).toMatchObject(expected);
    }
  });

  it('is a deed that says nothing that could be held against records', async () => {
    const deeds = [
      exampleDeed({ kind: 'erasure', subject: 'msg_9', state: 'placed' }),
      exampleDeed({ kind: 'expiry', state: 'erased', details: [['leaves', '0']] }),
      exampleDeed({ kind: 'expiry', state: 'content_expired' }),
      exampleDeed({ kind: 'expiry', state: 'content_expired', details: [['leaves', '0-1']] }),
      exampleDeed({ kind: 'expiry', state: 'content_expired', details: [['leaves', '1']] }),
    ];
    for (const deed of deeds) {
      const bundle = await buildBundle([exampleRecord(1, { contentState: 'expired' }), deed]);
      expect(await checkText(bundle.join(''))).toMatchObject({
        kind: 'broken',
        code: 'entry_invalid',
        line: 3,
      });
    }
  });

  it('is an erasure that came before its record', async () => {
    const erasure = exampleDeed({ kind: 'erasure', subject: 'msg_1', state: 'erased' });
    const bundle = await buildBundle([erasure, exampleRecord(1, { contentState: 'erased' })]);
    expect(await checkText(bundle.join(''))).toMatchObject({
      code: 'state_unexplained',
      line: 3,
      leafIndex: 1,
    });
  });

  it('is a deed that is needed and was left out of a part of a log', async () => {
    const thread = { kind: 'thread', threadId: 'thr_1' } as const;
    const bundle = await buildBundle(exampleLog, { what: thread, leafIndexes: [1, 3, 6] });
    const expected = { code: 'state_unexplained', line: 3, leafIndex: 3, subject: 'msg_4' };
    expect(await checkText(bundle.join(''))).toMatchObject(expected);
  });
});
