import { useCall } from '../../api/use-call.ts';
import { CopyId } from '../../design/copy.tsx';
import { formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { FactList } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { ProofPanel } from './proof-panel.tsx';

/** The record of a message and its proof. Reading a record is itself put on the log, so it is read only here. */
export function RecordPanel({ messageId }: { readonly messageId: string }) {
  const record = useCall('getAudit', { params: { message_id: messageId } }, { isLogged: true });
  return (
    <Loaded reading={record}>
      {(found) => (
        <div className="stack">
          <FactList
            rows={[
              [askTexts.message, <CopyId key="message" id={found.message_id} />],
              [askTexts.threadId, <CopyId key="thread" id={found.thread_id} />],
              [askTexts.created, formatDateTime(found.created_at)],
              [askTexts.channel, found.channel_type],
            ]}
          />
          <ProofPanel record={found} />
        </div>
      )}
    </Loaded>
  );
}
