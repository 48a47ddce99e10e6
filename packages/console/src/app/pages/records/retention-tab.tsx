import type { RetentionEntry } from '@avow/contract/records';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { FactList } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';

/** How long records are kept, and the erasure of a person. */
export function RetentionTab() {
  const may = useMay();
  const retention = useCall('getRetention');
  return (
    <div className="columns">
      <Loaded reading={retention}>
        {(found) =>
          may('audit:erase') ? <RetentionForm retention={found} /> : <RetentionFacts retention={found} />
        }
      </Loaded>
      {may('audit:erase') ? <ErasePerson /> : null}
    </div>
  );
}

function RetentionFacts({ retention }: { readonly retention: RetentionEntry }) {
  return (
    <div className="stack">
      <h2>{recordTexts.retentionTitle}</h2>
      <FactList
        rows={[
          [recordTexts.contentDays, String(retention.content_days)],
          [
            recordTexts.recordDays,
            retention.record_days === null ? recordTexts.never : String(retention.record_days),
          ],
        ]}
      />
    </div>
  );
}

function RetentionForm({ retention }: { readonly retention: RetentionEntry }) {
  const [contentDays, setContentDays] = useState(String(retention.content_days));
  const [recordDays, setRecordDays] = useState(
    retention.record_days === null ? '' : String(retention.record_days),
  );
  const set = useChange('setRetention');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(
          {
            body: {
              content_days: Number(contentDays),
              record_days: recordDays.trim() === '' ? null : Number(recordDays),
            },
          },
          { onSuccess: () => notify(recordTexts.retentionSaved) },
        );
      }}
    >
      <h2>{recordTexts.retentionTitle}</h2>
      <TextField
        label={recordTexts.contentDays}
        type="number"
        min={1}
        value={contentDays}
        onChange={setContentDays}
        isRequired
        fault={faultOf(set.error, '/content_days')}
      />
      <TextField
        label={recordTexts.recordDays}
        hint={recordTexts.recordDaysHint}
        type="number"
        min={1}
        value={recordDays}
        onChange={setRecordDays}
        fault={faultOf(set.error, '/record_days')}
      />
      <FormFault error={set.error} />
      <div>
        <Button type="submit" look="primary" isBusy={set.isPending}>
          {texts.actions.save}
        </Button>
      </div>
    </form>
  );
}

function ErasePerson() {
  const [person, setPerson] = useState('');
  const [isAsking, setAsking] = useState(false);
  const erase = useChange('eraseEndUser');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (person.trim() !== '') setAsking(true);
      }}
    >
      <h2>{recordTexts.erasePerson}</h2>
      <p className="quiet">{recordTexts.erasePersonHint}</p>
      <TextField label={recordTexts.person} value={person} onChange={setPerson} isRequired />
      <div>
        <Button type="submit" look="danger">
          {recordTexts.erasePerson}
        </Button>
      </div>
      <Confirm
        title={recordTexts.erasePersonTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          erase.mutate(
            { params: { end_user_id: person.trim() }, body: {} },
            {
              onSuccess: ({ erased, under_legal_hold: held }) => {
                notify(recordTexts.erasedPerson(erased, held.length));
                setAsking(false);
              },
            },
          )
        }
        action={recordTexts.erasePerson}
        isDanger
        isBusy={erase.isPending}
        error={erase.error}
      >
        <p className="strong mono">{person}</p>
        <p>{recordTexts.eraseHint}</p>
      </Confirm>
    </form>
  );
}
