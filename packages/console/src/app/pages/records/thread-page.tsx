import '../ask/ask.css';
import type { QueryResponse } from '@avow/contract/query';
import type { AuditRecord } from '@avow/contract/records';
import type { Handover } from '@avow/contract/visitors';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useCall, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';

import { type ThreadTurn, TurnView } from './turn-view.tsx';
import { threadName, usePersonNames } from './use-person-names.ts';

const pageSize = 20;

/** A conversation as a transcript. What was asked is read from records, each of which is put on the log. */
export function ThreadPage() {
  const { threadId = '' } = useParams({ strict: false });
  const may = useMay();
  const mayReadRecords = may('audit:read');
  const query = { thread_id: threadId, limit: pageSize };
  const records = useList('listAudits', { query }, { enabled: mayReadRecords, isLogged: true });
  const messages = useList('listMessages', { query }, { enabled: !mayReadRecords, isLogged: true });
  const reading = mayReadRecords ? records : messages;
  const turns = mayReadRecords
    ? records.data?.map(turnOfRecord)
    : messages.data?.map((message) => ({ message, record: null }));
  const handovers = useHandovers(threadId, turns !== undefined && turns.length > 0);
  const title =
    (records.data === undefined ? undefined : threadName(records.data)) ?? recordTexts.threadTitle;
  return (
    <PageLayout
      title={title}
      crumbs={
        <>
          <Link to="/records" search={{ tab: 'threads' }}>
            {texts.pages.records}
          </Link>
          <span aria-hidden="true">{texts.crumb}</span>
        </>
      }
    >
      <ThreadFacts threadId={threadId} records={records.data ?? []} />
      <Card>
        <Loaded reading={{ ...reading, data: turns }}>
          {(found) => (
            <div className="stack">
              {reading.hasNextPage ? (
                <div className="row">
                  <Button onPress={() => reading.fetchNextPage()} isBusy={reading.isFetchingNextPage}>
                    {recordTexts.earlier}
                  </Button>
                </div>
              ) : null}
              <ol className="transcript" aria-label={title}>
                {found.toReversed().map((turn) => (
                  <TurnView
                    key={turn.message.message_id}
                    turn={turn}
                    handover={handovers.get(turn.message.message_id) ?? null}
                  />
                ))}
              </ol>
            </div>
          )}
        </Loaded>
      </Card>
    </PageLayout>
  );
}

/** Of its messages that were handed over to a person, by their ids. */
function useHandovers(threadId: string, isNeeded: boolean): ReadonlyMap<string, Handover> {
  const may = useMay();
  const conversation = useCall(
    'getConversation',
    { params: { thread_id: threadId } },
    { enabled: isNeeded && may('messages:read'), isLogged: true },
  );
  return new Map(
    (conversation.data?.turns ?? []).flatMap(({ message, handover }) =>
      handover === null ? [] : [[message.message_id, handover] as const],
    ),
  );
}

/** What is erased or has expired is not listed. */
function turnOfRecord(record: AuditRecord): ThreadTurn {
  return { message: record.response as QueryResponse, record };
}

function ThreadFacts({
  threadId,
  records,
}: {
  readonly threadId: string;
  readonly records: readonly AuditRecord[];
}) {
  const personName = usePersonNames();
  const thread = useCall('getThread', { params: { thread_id: threadId } });
  if (thread.data === undefined) return null;
  const { message_count: count, emptied_count: emptied, created_at: createdAt, closed } = thread.data;
  const people = [...new Set(records.map(personName))];
  return (
    <>
      <p className="quiet">
        {recordTexts.threadFacts(formatCount(count), formatDateTime(createdAt))}
        {people.length === 0 ? null : ` · ${people.join(', ')}`}
      </p>
      {emptied === 0 ? null : <Notice tone="info">{recordTexts.emptied(emptied)}</Notice>}
      {closed ? <Notice tone="info">{recordTexts.threadClosed}</Notice> : null}
    </>
  );
}
