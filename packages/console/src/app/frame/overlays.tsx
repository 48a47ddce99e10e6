import { askForPurpose, usePurpose } from '../api/purpose.ts';
import { useMay } from '../api/session.ts';
import { useCall } from '../api/use-call.ts';
import { Button } from '../design/button.tsx';
import { purposeTexts } from '../texts/purposes.ts';
import { Palette } from './palette.tsx';
import { PurposeDialog } from './purpose-dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

interface Props {
  readonly open: string | null;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** What lies over a page for a moment. */
export function Overlays({ open, onClose, onShortcuts }: Props) {
  return (
    <>
      <Palette isOpen={open === 'palette'} onClose={onClose} onShortcuts={onShortcuts} />
      <ShortcutList isOpen={open === 'shortcuts'} onClose={onClose} />
      <PurposeDialog />
    </>
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
