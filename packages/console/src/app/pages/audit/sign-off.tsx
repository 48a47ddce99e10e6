import type { SampleEntry } from '@avow/contract/auditing';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { auditTexts } from '../../texts/audit.ts';

/** Once every record has a finding. */
export function SignOff({ sample }: { readonly sample: SampleEntry }) {
  const [isOpen, setOpen] = useState(false);
  const [statement, setStatement] = useState('');
  const sign = useChange('signOffSample');
  if (sample.signed_off_at !== null || sample.judged < sample.drawn) return null;
  const given = {
    params: { sample_id: sample.sample_id },
    body: statement.trim() === '' ? {} : { statement },
  };
  return (
    <>
      <Button look="primary" onPress={() => setOpen(true)}>
        {auditTexts.signOff}
      </Button>
      <Dialog
        title={auditTexts.signOffTitle}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSubmit={() => sign.mutate(given, { onSuccess: () => setOpen(false) })}
        submit={{ label: auditTexts.signOff, isBusy: sign.isPending }}
      >
        <div className="stack">
          <p>{auditTexts.signOffHint}</p>
          <TextField
            label={auditTexts.statement}
            rows={4}
            value={statement}
            onChange={setStatement}
            fault={faultOf(sign.error, '/statement')}
          />
          <FormFault error={sign.error} />
        </div>
      </Dialog>
    </>
  );
}
