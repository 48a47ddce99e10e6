import { useMay } from '../api/session.ts';
import { Dialog } from '../design/dialog.tsx';
import { texts } from '../texts.ts';
import { openPages } from './navigation.ts';

export function ShortcutList({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const may = useMay();
  const general = [
    { keys: ['Ctrl K', '⌘ K', '/'], title: texts.shortcuts.palette },
    { keys: ['?'], title: texts.shortcuts.help },
    { keys: ['Esc'], title: texts.shortcuts.close },
  ];
  const pages = openPages(may).map(({ id, key }) => ({
    keys: [`g ${texts.shortcuts.thenKey} ${key}`],
    title: texts.palette.goTo(texts.pages[id]),
  }));
  return (
    <Dialog title={texts.shortcuts.title} isOpen={isOpen} onClose={onClose}>
      <ul className="stack tight">
        {[...general, ...pages].map(({ keys, title }) => (
          <li key={title} className="row between">
            <span>{title}</span>
            <span className="row">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
