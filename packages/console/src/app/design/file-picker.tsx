import { Button as AriaButton } from 'react-aria-components/Button';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly onPick: (files: readonly File[]) => void;
}

/** Takes files that are chosen or dropped. */
export function FilePicker({ label, hint, onPick }: Props) {
  return (
    <DropZone
      className="drop"
      onDrop={({ items }) => {
        const dropped = items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []));
        void Promise.all(dropped).then(onPick);
      }}
    >
      <FileTrigger allowsMultiple onSelect={(list) => onPick(list === null ? [] : [...list])}>
        <AriaButton className="button">
          <Icon name="upload" />
          {label}
        </AriaButton>
      </FileTrigger>
      <span className="quiet">{hint}</span>
    </DropZone>
  );
}
