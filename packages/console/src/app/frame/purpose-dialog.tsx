import { useState } from 'react';
import { choosePurpose, usePurpose } from '../api/purpose.ts';
import { useCall } from '../api/use-call.ts';
import { Dialog } from '../design/dialog.tsx';
import { SelectField } from '../design/field.tsx';
import { Loaded } from '../design/loaded.tsx';
import { purposeTexts } from '../texts/purposes.ts';

/** When the service needs to know why records are read. */
export function PurposeDialog() {
  const { isAsking } = usePurpose();
  return isAsking ? <PurposeQuestion /> : null;
}

/** Asks why records are read. */
function PurposeQuestion() {
  const { chosen } = usePurpose();
  const purposes = useCall('getPurposes');
  const [picked, setPicked] = useState(chosen);
  const first = purposes.data?.purposes[0]?.id ?? '';
  return (
    <Dialog
      title={purposeTexts.question}
      isOpen
      onClose={() => choosePurpose('')}
      onSubmit={() => choosePurpose(picked || first)}
      submit={{ label: purposeTexts.choose, isBusy: purposes.isPending }}
    >
      <div className="stack">
        <p>{purposeTexts.why}</p>
        <Loaded reading={purposes}>
          {({ purposes: set }) => (
            <SelectField
              label={purposeTexts.purpose}
              value={picked || first}
              onChange={setPicked}
              options={set.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
