import { lazy, Suspense } from 'react';
import { askForPurpose, usePurpose } from '../api/purpose.ts';
import { useMay } from '../api/session.ts';
import { useCall } from '../api/use-call.ts';
import { Button } from '../design/button.tsx';
import { purposeTexts } from '../texts/purposes.ts';

const PurposeQuestion = lazy(async () => ({
  default: (await import('./purpose-question.tsx')).PurposeQuestion,
}));

/** When the service needs to know why records are read. */
export function PurposeDialog() {
  const { isAsking } = usePurpose();
  return isAsking ? (
    <Suspense fallback={null}>
      <PurposeQuestion />
    </Suspense>
  ) : null;
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
