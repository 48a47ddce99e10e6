import type { AuditRecord } from '@avow/contract/records';
import { useState } from 'react';
import { basePath } from '../../api/base-path.ts';
import { CallError, call } from '../../api/call.ts';
import type { CheckedReceipt } from '../../api/check-receipt.ts';
import { Button } from '../../design/button.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { saveFile } from '../../design/save-text.ts';
import { Notice } from '../../design/surface.tsx';
import { receiptTexts } from '../../texts/receipt.ts';

/** Takes the receipt of a record, checks it here as anybody could, and saves it. */
export function ReceiptPart({ record }: { readonly record: AuditRecord }) {
  const [checked, setChecked] = useState<CheckedReceipt | null>(null);
  const [fault, setFault] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setFault(null);
    try {
      const receipt = await call('getReceipt', { params: { message_id: record.message_id } });
      const text = JSON.stringify(receipt);
      // Loaded once it is needed: not everybody who reads a record takes its receipt.
      const { checkReceipt } = await import('../../api/check-receipt.ts');
      const outcome = await checkReceipt(text, { trustedKey: null });
      setChecked(outcome);
      if (outcome.kind !== 'broken') saveFile(`${record.message_id}-receipt.json`, text);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p className="quiet">{receiptTexts.explainInConsole}</p>
      <div className="row">
        <Button onPress={() => void save()} isBusy={isBusy}>
          {receiptTexts.save}
        </Button>
        <a href={`${basePath}/verify`} target="_blank" rel="noreferrer">
          {receiptTexts.page}
        </a>
      </div>
      <FormFault error={fault} />
      {checked === null ? null : <Outcome checked={checked} />}
    </div>
  );
}

function Outcome({ checked }: { readonly checked: CheckedReceipt }) {
  if (checked.kind === 'unsupported') return <Notice tone="info">{receiptTexts.unsupported}</Notice>;
  if (checked.kind === 'broken')
    return (
      <Notice tone="bad">
        {receiptTexts.broken} {checked.why}
      </Notice>
    );
  return <Notice tone="good">{receiptTexts.sound}</Notice>;
}
