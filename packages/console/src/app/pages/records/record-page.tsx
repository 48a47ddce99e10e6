import '../ask/ask.css';
import type { AuditRecord } from '@avow/contract/records';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { StatusBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { saveFile } from '../../design/save-text.ts';
import { Card, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { ProofPanel } from '../ask/proof-panel.tsx';
import { MessageFeedback } from '../feedback/message-feedback.tsx';
import { MessageHandover } from '../handovers/message-handover.tsx';
import { ReviewNotes } from '../review/review-notes.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { isGone } from './is-gone.ts';
import { LogEvents, RestsOn } from './log-events.tsx';
import { ReceiptPart } from './receipt-part.tsx';
import { RecordStory } from './record-story.tsx';
import { ReplayCard } from './replay-card.tsx';

/** One record, as a story, with its proof and everybody who looked at it. */
export function RecordPage() {
  const { messageId = '' } = useParams({ strict: false });
  const may = useMay();
  const record = useCall('getAudit', { params: { message_id: messageId } }, { isLogged: true });
  return (
    <PageLayout
      title={titleOf(record.data) ?? recordTexts.record}
      crumbs={
        <>
          <Link to="/records">{texts.pages.records}</Link>
          <span aria-hidden="true">{texts.crumb}</span>
        </>
      }
      actions={record.data === undefined ? undefined : <RecordActions record={record.data} />}
    >
      <Loaded reading={record}>
        {(found) => (
          <>
            {recordTexts.gone[found.content_state] === undefined ? null : (
              <Notice tone="info">{recordTexts.gone[found.content_state]}</Notice>
            )}
            <div className="columns wide-left">
              <Card title={recordTexts.story} actions={<StatusBadge status={found.status} />}>
                <RecordStory record={found} />
              </Card>
              <Card title={recordTexts.proof}>
                <ProofPanel record={found} />
                {found.log === null ? null : <ReceiptPart record={found} />}
              </Card>
            </div>
            {found.rules_in_force.length === 0 ? null : (
              <Card title={recordTexts.restsOn}>
                <RestsOn events={found.rules_in_force} />
              </Card>
            )}
            {isGone(found) || found.log === null || found.question === '' ? null : (
              <ReplayCard messageId={found.message_id} />
            )}
            {found.review !== null && may('review:decide') ? (
              <ReviewNotes messageId={found.message_id} />
            ) : null}
            {isGone(found) ? null : <MessageHandover messageId={found.message_id} />}
            <MessageFeedback messageId={found.message_id} />
            {may('log:read') ? (
              <Card title={recordTexts.whoRead}>
                <LogEvents message={found.message_id} />
              </Card>
            ) : null}
          </>
        )}
      </Loaded>
    </PageLayout>
  );
}

function titleOf(record: AuditRecord | undefined): string | undefined {
  if (record === undefined || record.question !== '') return record?.question;
  if (isGone(record)) return recordTexts.goneTitles[record.content_state];
  return record.blocked_prompt === null ? undefined : recordTexts.blockedTitle;
}

function RecordActions({ record }: { readonly record: AuditRecord }) {
  const may = useMay();
  const [open, setOpen] = useState<'erase' | 'hold' | null>(null);
  const erase = useChange('eraseMessage');
  const close = () => setOpen(null);
  const params = { message_id: record.message_id };
  const download = async () => {
    const proof = record.log === null ? null : await call('getAuditProof', { params });
    saveFile(`${record.message_id}.json`, JSON.stringify({ record, proof }, null, 2));
  };
  const hasNoContent = isGone(record);
  return (
    <>
      <Link to="/records/threads/$threadId" params={{ threadId: record.thread_id }} className="button">
        {recordTexts.openThread}
      </Link>
      {hasNoContent ? null : (
        <Link to="/ask/$messageId" params={{ messageId: record.message_id }} className="button">
          {recordTexts.inspect}
        </Link>
      )}
      <Button onPress={() => void download()}>{recordTexts.download}</Button>
      {may('audit:erase') ? <Button onPress={() => setOpen('hold')}>{recordTexts.hold}</Button> : null}
      {hasNoContent || !may('audit:erase') ? null : (
        <Button look="danger" onPress={() => setOpen('erase')}>
          {recordTexts.erase}
        </Button>
      )}
      <Confirm
        title={recordTexts.eraseTitle}
        isOpen={open === 'erase'}
        onClose={close}
        onConfirm={() =>
          erase.mutate(
            { params, body: {} },
            {
              onSuccess: () => {
                notify(recordTexts.erased);
                close();
              },
            },
          )
        }
        action={recordTexts.erase}
        isDanger
        isBusy={erase.isPending}
        error={erase.error}
      >
        <p>{recordTexts.eraseHint}</p>
      </Confirm>
      <HoldDialog
        key={record.message_id}
        isOpen={open === 'hold'}
        onClose={close}
        initial={{ scope: 'message', target: record.message_id }}
      />
    </>
  );
}
