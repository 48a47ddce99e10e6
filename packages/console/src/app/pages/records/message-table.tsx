import type { QueryResponse } from '@avow/contract/query';
import type { AuditRecord } from '@avow/contract/records';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallError, type CallOptions, call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { BandBadge, StatusBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault } from '../../design/loaded.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Table } from '../../design/table.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { isEdited } from './is-edited.ts';
import { usePersonNames } from './use-person-names.ts';

interface Props {
  readonly messages: readonly QueryResponse[];
  readonly query: NonNullable<CallOptions['query']>;
  /** Each leads to its conversation. */
  readonly isByThread: boolean;
}

interface Questions {
  readonly records: ReadonlyMap<string, AuditRecord>;
  /** Of the next page; null: there is none. */
  readonly cursor: string | null | undefined;
}

/** Messages that a filter finds. Who asked what is read on request only: each reading is on the log. */
export function MessageTable({ messages, query, isByThread }: Props) {
  const may = useMay();
  const [questions, setQuestions] = useState<Questions>({ records: new Map(), cursor: undefined });
  // Not a query that is read again by itself: nothing is put on the log that nobody asked for.
  const read = useMutation<Questions, CallError>({
    mutationFn: () => readQuestions(questions, query, messages.length),
    onSuccess: setQuestions,
  });
  const { records } = questions;
  const isShown = records.size > 0;
  const unread = messages.filter(({ message_id: id }) => !records.has(id)).length;
  return (
    <>
      {may('audit:read') ? (
        <div className="row between wrap">
          <span className="small quiet" role="status">
            {isShown ? recordTexts.questionsShown(records.size) : recordTexts.questionsHidden}
          </span>
          {unread === 0 || questions.cursor === null ? null : (
            <Button onPress={() => read.mutate()} isBusy={read.isPending}>
              {isShown ? recordTexts.showMoreQuestions : recordTexts.showQuestions}
            </Button>
          )}
        </div>
      ) : null}
      <FormFault error={read.error} />
      <Table
        columns={[
          isShown ? recordTexts.questionAndAnswer : recordTexts.answer,
          ...(isShown ? [recordTexts.person] : []),
          recordTexts.band,
          recordTexts.status,
          recordTexts.asked,
        ]}
      >
        {messages.map((message) => (
          <MessageRow
            key={message.message_id}
            message={message}
            isByThread={isByThread}
            record={isShown ? (records.get(message.message_id) ?? null) : undefined}
          />
        ))}
      </Table>
    </>
  );
}

/** Pages of records until they cover what is listed. */
async function readQuestions(
  { records, cursor }: Questions,
  query: Props['query'],
  wanted: number,
): Promise<Questions> {
  const found = new Map(records);
  let next = cursor;
  do {
    const page = await call('listAudits', { query: { ...query, cursor: next ?? undefined } });
    for (const record of page.data) found.set(record.message_id, record);
    next = page.next_cursor;
  } while (next !== null && found.size < wanted);
  return { records: found, cursor: next };
}

interface RowProps {
  readonly message: QueryResponse;
  readonly isByThread: boolean;
  /** Null: its question was not read; undefined: none was. */
  readonly record: AuditRecord | null | undefined;
}

function MessageRow({ message, isByThread, record }: RowProps) {
  const personName = usePersonNames();
  const { message_id: messageId, thread_id: threadId, status } = message;
  const answer = readableText(message.answer) || (texts.withoutAnswer[status] ?? texts.answerGone);
  return (
    <tr>
      <td className="wide">
        <Link
          {...(isByThread
            ? { to: '/records/threads/$threadId', params: { threadId } }
            : { to: '/records/$messageId', params: { messageId } })}
          className={record == null ? '' : 'strong'}
        >
          {record == null ? answer : questionOf(record)}
        </Link>
        {record == null ? null : <span className="small quiet">{answer}</span>}
      </td>
      {record === undefined ? null : (
        <td className="nums">{record === null ? texts.none : personName(record)}</td>
      )}
      <td>
        <BandBadge
          confidence={message.confidence}
          status={status}
          isOfProposal={record != null && isEdited(record)}
        />
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td className="nums">{formatDateTime(message.created_at)}</td>
    </tr>
  );
}

const questionOf = ({ question, blocked_prompt: blocked }: AuditRecord) =>
  question || (blocked === null ? recordTexts.questionGone : recordTexts.blockedPrompt);
