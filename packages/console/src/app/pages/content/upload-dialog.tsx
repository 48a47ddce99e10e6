import { limits } from 'virtual:avow-contract';
import { useState } from 'react';
import type { CallError } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';
import { JobStatus } from './job-status.tsx';
import { PairsOffer } from './pairs-offer.tsx';
import { uploadFault } from './upload-fault.ts';
import { uploadForm } from './upload-form.ts';

interface Props {
  readonly packId: string;
  readonly onClose: () => void;
  /** A file is to become pairs instead. */
  readonly onPairs: (file: File) => void;
}

/** Uploads files to a draft and shows what became of each. */
export function UploadDialog({ packId, onClose, onPairs }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [groups, setGroups] = useState('');
  const add = useChange('addDocuments');
  const fault = uploadFault(files, limits);
  const submit = () => {
    if (files.length === 0 || fault !== null) return;
    add.mutate({ params: { pack_id: packId }, form: uploadForm(files, splitList(groups)) });
  };
  return (
    <Dialog
      title={contentTexts.uploadTitle}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      submit={
        add.data === undefined
          ? {
              label: contentTexts.startUpload,
              isBusy: add.isPending,
              isDisabled: files.length === 0 || fault !== null,
            }
          : 'done'
      }
    >
      {add.data === undefined ? (
        <UploadFields
          {...{ files, setFiles, groups, setGroups, fault }}
          onPairs={(file) => {
            onClose();
            onPairs(file);
          }}
          error={add.error}
        />
      ) : (
        <JobStatus packId={packId} jobId={add.data.id} />
      )}
    </Dialog>
  );
}

interface FieldsProps {
  readonly files: readonly File[];
  readonly setFiles: (files: readonly File[]) => void;
  readonly groups: string;
  readonly setGroups: (groups: string) => void;
  /** Why the files cannot be uploaded; null: they can. */
  readonly fault: string | null;
  readonly onPairs: (file: File) => void;
  readonly error: CallError | null;
}

function UploadFields({ files, setFiles, groups, setGroups, fault, onPairs, error }: FieldsProps) {
  return (
    <>
      <FilePicker label={contentTexts.choose} hint={contentTexts.dropHere} onPick={setFiles} />
      <p className="small quiet">{contentTexts.uploadHint}</p>
      {files.length === 0 ? null : (
        <div className="stack tight">
          <p className="strong">{contentTexts.chosen(files.length)}</p>
          <ul className="small mono">
            {files.slice(0, 12).map((file) => (
              <li key={file.name}>{file.name}</li>
            ))}
          </ul>
          <PairsOffer files={files} onPairs={onPairs} />
        </div>
      )}
      {fault === null ? null : <Notice tone="bad">{fault}</Notice>}
      <TextField
        label={contentTexts.groups}
        hint={contentTexts.groupsHint}
        value={groups}
        onChange={setGroups}
      />
      <FormFault error={error} />
    </>
  );
}
