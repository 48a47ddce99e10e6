import type { ContentPack } from '@avow/contract/content';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { formatShare } from '../../design/format.ts';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { JobStatus } from './job-status.tsx';

interface Props {
  readonly pack: ContentPack;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Publishes a draft, and shows what its gate says. */
export function PublishDialog({ pack, isOpen, onClose }: Props) {
  const [note, setNote] = useState('');
  const [force, setForce] = useState(false);
  const gate = useCall('getPublishGate', { params: { pack_id: pack.id } }, { enabled: isOpen });
  const publish = useChange('publishContentPack');
  const close = () => {
    publish.reset();
    setNote('');
    setForce(false);
    onClose();
  };
  const submit = () => publish.mutate({ params: { pack_id: pack.id }, body: { note: note.trim(), force } });
  const job = publish.data;
  const isNothingYet = pack.latest_version === null && !pack.draft.changed;
  return (
    <Dialog
      title={contentTexts.publishTitle(pack.name)}
      isOpen={isOpen}
      onClose={close}
      onSubmit={submit}
      submit={
        job === undefined
          ? { label: contentTexts.publish, isBusy: publish.isPending, isDisabled: isNothingYet }
          : 'done'
      }
    >
      {job === undefined ? (
        <>
          <p>{contentTexts.publishHint}</p>
          {pack.draft.changed ? (
            <p>
              <Link
                to="/content/$packId"
                params={{ packId: pack.id }}
                search={{ tab: 'changes' }}
                onClick={close}
              >
                {contentTexts.changes.see}
              </Link>
            </p>
          ) : (
            <Notice tone="info">
              {isNothingYet ? contentTexts.nothingYet : contentTexts.nothingToPublish}
            </Notice>
          )}
          {gate.data === undefined ? null : (
            <Notice tone="info">{contentTexts.gateOn(formatShare(gate.data.tolerance_share, 1))}</Notice>
          )}
          <TextField
            label={contentTexts.note}
            hint={contentTexts.noteHint}
            value={note}
            onChange={setNote}
            fault={faultOf(publish.error, '/note')}
          />
          {gate.data === undefined ? null : (
            <Checkbox label={contentTexts.force} isSelected={force} onChange={setForce} />
          )}
          <FormFault error={publish.error} />
        </>
      ) : (
        <JobStatus
          packId={pack.id}
          jobId={job.id}
          onEnd={({ version }) => (version === null ? undefined : notify(contentTexts.published(version)))}
        />
      )}
    </Dialog>
  );
}
