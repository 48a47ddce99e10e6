import type { SampleItemEntry } from '@avow/contract/auditing';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { auditTexts } from '../../texts/audit.ts';

interface Props {
  readonly sampleId: string;
  readonly item: SampleItemEntry;
  readonly onClose: () => void;
}

/** What was found of one record. */
export function JudgeDialog({ sampleId, item, onClose }: Props) {
  const [finding, setFinding] = useState<string>(item.finding ?? 'none');
  const [note, setNote] = useState(item.note ?? '');
  const judge = useChange('judgeSampleItem');
  const params = { sample_id: sampleId, message_id: item.message_id };
  const body = { finding, ...(note.trim() === '' ? {} : { note }) };
  return (
    <Dialog
      title={auditTexts.judgeOf(item.message_id)}
      isOpen
      onClose={onClose}
      onSubmit={() => judge.mutate({ params, body }, { onSuccess: onClose })}
      submit={{ label: auditTexts.save, isBusy: judge.isPending }}
    >
      <div className="stack">
        <SelectField
          label={auditTexts.finding}
          value={finding}
          onChange={setFinding}
          options={Object.entries(auditTexts.findings).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          label={auditTexts.note}
          hint={auditTexts.noteHint}
          rows={4}
          value={note}
          onChange={setNote}
          fault={faultOf(judge.error, '/note')}
        />
        <FormFault error={judge.error} />
      </div>
    </Dialog>
  );
}
