import { describe, expect, it } from 'vitest';
import { buildBundle } from '../test-support/build-bundle.ts';
import { exampleEvent, exampleFirstRecord, exampleLog, exampleRecord } from '../test-support/example-log.ts';
import { verifyText } from '../test-support/example-verifier.ts';

/** Logs that were signed as they are, and still do not fit together. */
describe('contradictions between records and events', () => {
  it('include a log with two records of one message', async () => {
    const first = exampleRecord(1);
    const bundle = await buildBundle([first, exampleFirstRecord(1)]);
    const expected = { kind: 'broken', code: 'message_repeated', line: 3, leafIndex: 1, subject: 'msg_1' };
    expect(await verifyText(bundle.join(''))).toMatchObject(expected);
  });

  it('include a record with content that an event destroyed', async () => {
    const events = [
      exampleEvent({ kind: 'erasure', subject: 'msg_1', state: 'erased' }),
      exampleEvent({ kind: 'expiry', state: 'content_expired', details: [['leaves', '0']] }),
      exampleEvent({ kind: 'expiry', state: 'record_dropped', details: [['leaves', '0']] }),
    ];
    for (const event of events) {
      const bundle = await buildBundle([exampleRecord(1), event]);
      const expected = { kind: 'broken', code: 'state_contradicted', line: 3, leafIndex: 1 };
      expect(await verifyText(bundle.join(''))).toMatchObject(expected);
    }
  });

  it('include an event that cannot be compared with records', async () => {
    const events = [
      exampleEvent({ kind: 'erasure', subject: 'msg_9', state: 'placed' }),
      exampleEvent({ kind: 'expiry', state: 'erased', details: [['leaves', '0']] }),
      exampleEvent({ kind: 'expiry', state: 'content_expired' }),
      exampleEvent({ kind: 'expiry', state: 'content_expired', details: [['leaves', '0-1']] }),
      exampleEvent({ kind: 'expiry', state: 'content_expired', details: [['leaves', '1']] }),
    ];
    for (const event of events) {
      const bundle = await buildBundle([exampleRecord(1, { contentState: 'expired' }), event]);
      expect(await verifyText(bundle.join(''))).toMatchObject({
        kind: 'broken',
        code: 'entry_invalid',
        line: 3,
      });
    }
  });

  it('include an erasure before its record', async () => {
    const erasure = exampleEvent({ kind: 'erasure', subject: 'msg_1', state: 'erased' });
    const bundle = await buildBundle([erasure, exampleRecord(1, { contentState: 'erased' })]);
    expect(await verifyText(bundle.join(''))).toMatchObject({
      code: 'state_unexplained',
      line: 3,
      leafIndex: 1,
    });
  });

  it('include a required event that was left out of a partial export', async () => {
    const thread = { kind: 'thread', threadId: 'thr_1' } as const;
    const bundle = await buildBundle(exampleLog, { what: thread, leafIndexes: [1, 3, 6] });
    const expected = { code: 'state_unexplained', line: 3, leafIndex: 3, subject: 'msg_4' };
    expect(await verifyText(bundle.join(''))).toMatchObject(expected);
  });
});
