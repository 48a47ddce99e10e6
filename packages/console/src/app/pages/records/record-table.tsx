import type { AuditRecord } from '@avow/contract/records';
import { Link } from '@tanstack/react-router';
import { BandBadge } from '../../design/badges.tsx';
import { formatDateTime } from '../../design/format.ts';
import { readableText } from '../../design/readable-text.ts';
import { Table } from '../../design/table.tsx';
import { channelName } from '../../texts/channels.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { isEdited } from './is-edited.ts';
import { usePersonNames } from './use-person-names.ts';

/** Records whose questions have been read, with the conversations that they are a part of. */
export function RecordTable({ records }: { readonly records: readonly AuditRecord[] }) {
  const personName = usePersonNames();
  return (
    <Table
      columns={[
        recordTexts.questionAndAnswer,
        recordTexts.person,
        recordTexts.channel,
        recordTexts.band,
        recordTexts.asked,
        recordTexts.thread,
      ]}
    >
      {records.map((record) => (
        <tr key={record.message_id}>
          <td className="wide">
            <Link to="/records/$messageId" params={{ messageId: record.message_id }} className="strong">
              {record.question || recordTexts.questionGone}
            </Link>
            <span className="small quiet">
              {record.answer === ''
                ? (texts.withoutAnswer[record.status] ?? recordTexts.noAnswer)
                : readableText(record.answer)}
            </span>
          </td>
          <td>{personName(record)}</td>
          <td>{channelName(record.channel_type)}</td>
          <td>
            {record.response === null ? null : (
              <BandBadge
                confidence={record.response.confidence}
                status={record.status}
                isOfProposal={isEdited(record)}
              />
            )}
          </td>
          <td className="nums">{formatDateTime(record.created_at)}</td>
          <td>
            <Link
              to="/records/threads/$threadId"
              params={{ threadId: record.thread_id }}
              aria-label={texts.actionOf(recordTexts.openThread, record.question || recordTexts.questionGone)}
            >
              {recordTexts.openThread}
            </Link>
          </td>
        </tr>
      ))}
    </Table>
  );
}
