import { bands, type MessageStatus } from '@avow/contract/values';
import type { MessageId, ThreadId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { ReaderGroups, RecordAudience } from '../audience.ts';
import type { MessageFilter } from '../message-filter.ts';
import type { GuardrailFinding, MessageRow, StoredMessage } from '../record-store.ts';
import { mayRead } from '../records.ts';

const threadIds: readonly ThreadId[] = [0, 1].map((seconds) => newId('thr', sampleTimeMs + seconds));
const statuses = ['queued', 'processing', 'delivered', 'blocked'] as const;

const someMessage = fc.record({
  endUserId: fc.constantFrom('ada', 'bob', null),
  threadId: fc.constantFrom(...threadIds),
  status: fc.constantFrom<MessageStatus>(...statuses),
  band: fc.constantFrom(...bands),
  tripwireTriggered: fc.boolean(),
  channelType: fc.constantFrom('api', 'chat', 'slack'),
  createdAtMs: fc.integer({ min: 0, max: 6 }).map((offset) => sampleTimeMs + offset),
  findings: fc.array(
    fc.record({
      guardrailId: fc.constantFrom('grd_1', 'grd_2'),
      name: fc.constantFrom('Wörter', 'block', '"block",0]', 'a, b'),
      did: fc.constantFrom<GuardrailFinding['did']>('flag', 'redact', 'block', 'failed'),
      isShadow: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  audience: fc.constantFrom<RecordAudience>([], [], [['hr']], [['board', 'hr']], [['board'], ["o'ne", 'hr']]),
});

const someTime = fc.oneof(
  fc.integer({ min: -1, max: 8 }).map((offset) => sampleTimeMs + offset),
  fc.constantFrom(-1, 0, Number.MAX_SAFE_INTEGER),
);

const someFilter: fc.Arbitrary<MessageFilter> = fc.record(
  {
    threadId: fc.constantFrom(...threadIds),
    endUserId: fc.constantFrom('ada', 'bob', 'carl'),
    status: fc.constantFrom<MessageStatus>(...statuses, 'cancelled'),
    band: fc.constantFrom(...bands),
    tripwireTriggered: fc.boolean(),
    channelType: fc.constantFrom('api', 'chat', 'teams'),
    isLatestInThread: fc.constant(true as const),
    createdFromMs: someTime,
    createdBeforeMs: someTime,
    found: fc.record(
      {
        guardrailId: fc.constantFrom('grd_1', 'grd_2', 'grd_3'),
        did: fc.constantFrom<NonNullable<NonNullable<MessageFilter['found']>['did']>>(
          'block',
          'flag',
          'shadow',
        ),
      },
      { requiredKeys: ['guardrailId'] },
    ),
    readableBy: fc.constantFrom<ReaderGroups>(null, [], ['hr'], ['board'], ['board', "o'ne"], ['%', '"']),
  },
  { requiredKeys: ['readableBy'] },
);

/** What a filter means, said plainly. */
function matches(message: MessageRow, filter: MessageFilter, all: readonly MessageRow[]): boolean {
  const isLatest = () =>
    all.every((other) => other.threadId !== message.threadId || other.messageId <= message.messageId);
  return (
    (filter.channelType === undefined || message.channelType === filter.channelType) &&
    (filter.isLatestInThread === undefined || isLatest()) &&
    mayRead(message.audience, filter.readableBy) &&
    (filter.threadId === undefined || message.threadId === filter.threadId) &&
    (filter.endUserId === undefined || message.endUserId === filter.endUserId) &&
    (filter.status === undefined || message.status === filter.status) &&
    (filter.band === undefined || message.band === filter.band) &&
    (filter.tripwireTriggered === undefined || message.tripwireTriggered === filter.tripwireTriggered) &&
    (filter.found === undefined || message.findings.some((finding) => isFound(finding, filter.found))) &&
    (filter.createdFromMs === undefined || message.createdAtMs >= filter.createdFromMs) &&
    (filter.createdBeforeMs === undefined || message.createdAtMs < filter.createdBeforeMs)
  );
}

function isFound(finding: GuardrailFinding, wanted: MessageFilter['found']): boolean {
  if (finding.guardrailId !== wanted?.guardrailId) return false;
  if (wanted.did === undefined) return true;
  return wanted.did === 'shadow' ? finding.isShadow : finding.did === wanted.did && !finding.isShadow;
}

/** All pages, one after the other, each asked for with the last id of the one before. */
async function readAllPages(readPage: (before: MessageId | null) => Promise<StoredMessage[]>) {
  const pages: StoredMessage[][] = [];
  let before: MessageId | null = null;
  for (;;) {
    const page: StoredMessage[] = await readPage(before);
    pages.push(page);
    const last = page.at(-1);
    if (last === undefined) return pages;
    before = last.messageId;
  }
}

export function describeMessageLists(get: () => OpenedStore): void {
  describe('lists', () => {
    it('[CON-11-02] lists exactly the messages that match the filter, newest first, page by page', async () => {
      const { records, access } = get();
      await fc.assert(
        fc.asyncProperty(
          fc.array(someMessage, { maxLength: 25 }),
          fc.array(someFilter, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 5 }),
          async (chosen, filters, limit) => {
            const tenantId = await newTenant(access);
            const messages = chosen.map((changes) => sampleMessage(changes));
            await Promise.all(
              messages.map((message) =>
                message.status === 'queued' || message.status === 'processing'
                  ? records.admitMessage(tenantId, message)
                  : records.finishMessage(tenantId, message, nothingElse),
              ),
            );
            for (const filter of filters) {
              const pages = await readAllPages((before) =>
                records.listMessages(tenantId, filter, { before, limit }),
              );
              const expected = messages
                .filter((message) => matches(message, filter, messages))
                .toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1));
              expect(pages.flat().map(({ log, ...message }) => message)).toEqual(expected);
              expect(pages.slice(0, -2).every((page) => page.length === limit)).toBe(true);
            }
          },
        ),
        { numRuns: 25 },
      );
    });

    it('refuses a page size of zero', async () => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      for (const limit of [0, -1, 1.5, Number.NaN]) {
        const listing = records.listMessages(tenantId, { readableBy: null }, { before: null, limit });
        await expect(listing).rejects.toMatchObject({ code: 'internal' });
      }
    });

    it('shows a message that was committed before the list was asked for', async () => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      for (let count = 1; count <= 20; count++) {
        await records.finishMessage(tenantId, sampleMessage(), nothingElse);
        expect(
          await records.listMessages(tenantId, { readableBy: null }, { before: null, limit: 100 }),
        ).toHaveLength(count);
      }
    });
  });
}
