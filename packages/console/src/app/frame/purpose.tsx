import { useState } from 'react';
import { askForPurpose, choosePurpose, usePurpose } from '../api/purpose.ts';
import { useMay } from '../api/session.ts';
import { useCall } from '../api/use-call.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField } from '../design/field.tsx';
import { Loaded } from '../design/loaded.tsx';
import { purposeTexts } from '../texts/purposes.ts';

/** Asks why records are read, when the service needs to know. */
export function PurposeDialog() {
  const { isAsking } = usePurpose();
  return isAsking ? <Question /> : null;
}

function Question() {
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

/** What records are read for in this visit, where the tenant has purposes. */
export function ChosenPurpose() {
  const may = useMay();
  const { chosen } = usePurpose();
  const { data } = useCall('getPurposes', {}, { enabled: may('messages:read') });
  if (data === undefined || data.purposes.length === 0) return null;
  const title = data.purposes.find(({ id }) => id === chosen)?.title;
  return (
    <Button look={['plain', 'small']} onPress={askForPurpose}>
      <span className="clip">{title === undefined ? purposeTexts.none : purposeTexts.readingFor(title)}</span>
    </Button>
  );
}
