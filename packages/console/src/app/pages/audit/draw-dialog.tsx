import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { MomentField } from '../../design/moment-field.tsx';
import { auditTexts } from '../../texts/audit.ts';

const sizeUsual = '60';
const daysUsual = 30;
const dayMs = 86_400_000;

/** Of what a sample is drawn, and how. */
export function DrawDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [method, setMethod] = useState('random');
  const [size, setSize] = useState(sizeUsual);
  const [from, setFrom] = useState(() => new Date(Date.now() - daysUsual * dayMs).toISOString());
  const [until, setUntil] = useState('');
  const draw = useChange('drawSample');
  const submit = () =>
    draw.mutate(
      { body: { method, size: Number(size), from, ...(until === '' ? {} : { until }) } },
      {
        onSuccess: ({ sample_id: sampleId }) =>
          void navigate({ to: '/audit/samples/$sampleId', params: { sampleId } }),
      },
    );
  return (
    <Dialog
      title={auditTexts.draw}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: auditTexts.draw, isBusy: draw.isPending }}
    >
      <div className="stack">
        <p>{auditTexts.drawHint}</p>
        <SelectField
          label={auditTexts.method}
          value={method}
          onChange={setMethod}
          options={Object.entries(auditTexts.methods).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          label={auditTexts.size}
          type="number"
          min={1}
          max={500}
          value={size}
          onChange={setSize}
          isRequired
          fault={faultOf(draw.error, '/size')}
        />
        <MomentField label={auditTexts.from} value={from} onChange={setFrom} />
        <MomentField label={auditTexts.until} value={until} onChange={setUntil} />
        <FormFault error={draw.error} />
      </div>
    </Dialog>
  );
}
