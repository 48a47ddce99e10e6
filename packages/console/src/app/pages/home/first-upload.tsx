import { limits } from 'virtual:avow-contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';
import { homeTexts } from '../../texts/home.ts';
import { JobStatus } from '../content/job-status.tsx';
import { uploadFault } from '../content/upload-fault.ts';
import { uploadForm } from '../content/upload-form.ts';

type Stage =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'reading' | 'publishing'; readonly packId: string; readonly jobId: string }
  | { readonly kind: 'ready'; readonly packId: string };

/** From files to a pack that answers questions, in one go. */
export function FirstUpload() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [name, setName] = useState(homeTexts.packNameDefault);
  const [stage, setStage] = useState<Stage>({ kind: 'choosing' });
  const create = useChange('createContentPack');
  const add = useChange('addDocuments');
  const publish = useChange('publishContentPack');
  const fault = uploadFault(files, limits);
  const start = async () => {
    const pack = await create.mutateAsync({ body: { name: name.trim() } });
    const job = await add.mutateAsync({ params: { pack_id: pack.id }, form: uploadForm(files, []) });
    setStage({ kind: 'reading', packId: pack.id, jobId: job.id });
  };
  const publishDraft = async (packId: string) => {
    const job = await publish.mutateAsync({ params: { pack_id: packId }, body: {} });
    setStage({ kind: 'publishing', packId, jobId: job.id });
  };
  return (
    <Card title={homeTexts.upload}>
      <div className="stack">
        {stage.kind === 'choosing' ? (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              // Refusals are shown below.
              start().catch(() => undefined);
            }}
          >
            <p className="quiet">{homeTexts.uploadHint}</p>
            <FilePicker label={contentTexts.choose} hint={contentTexts.dropHere} onPick={setFiles} />
            {fault === null ? null : <Notice tone="bad">{fault}</Notice>}
            {files.length === 0 || fault !== null ? null : (
              <>
                <p className="strong">{contentTexts.chosen(files.length)}</p>
                <TextField label={homeTexts.packName} value={name} onChange={setName} isRequired />
                <div>
                  <Button type="submit" look="primary" isBusy={create.isPending || add.isPending}>
                    {homeTexts.start}
                  </Button>
                </div>
              </>
            )}
          </form>
        ) : null}
        {stage.kind === 'reading' ? (
          <JobStatus
            key={stage.jobId}
            packId={stage.packId}
            jobId={stage.jobId}
            onEnd={({ status }) => {
              if (status === 'succeeded') publishDraft(stage.packId).catch(() => undefined);
            }}
          />
        ) : null}
        {stage.kind === 'publishing' ? (
          <JobStatus
            key={stage.jobId}
            packId={stage.packId}
            jobId={stage.jobId}
            onEnd={({ version }) =>
              version === null ? undefined : setStage({ kind: 'ready', packId: stage.packId })
            }
          />
        ) : null}
        {stage.kind === 'ready' ? <Ready packId={stage.packId} /> : null}
        <FormFault error={create.error ?? add.error ?? publish.error} />
      </div>
    </Card>
  );
}

function Ready({ packId }: { readonly packId: string }) {
  return (
    <>
      <Notice tone="good">{homeTexts.ready}</Notice>
      <div className="row wrap">
        <Link to="/ask" className="button primary">
          {homeTexts.askIt}
        </Link>
        <Link to="/content/$packId" params={{ packId }} className="button">
          {homeTexts.openPack}
        </Link>
      </div>
    </>
  );
}
