import { Button } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { texts } from '../../texts.ts';

interface Props {
  readonly title: string;
  readonly hint: string;
  /** Null: there is nothing to show. */
  readonly secret: string | null;
  readonly onClose: () => void;
}

/** Something that is shown once. */
export function SecretDialog({ title, hint, secret, onClose }: Props) {
  return (
    <Dialog
      title={title}
      isOpen={secret !== null}
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {texts.actions.close}
        </Button>
      }
    >
      <p>{hint}</p>
      <div className="row">
        <code className="code grow pre">{secret}</code>
        <CopyButton text={secret ?? ''} label={texts.actions.copy} />
      </div>
    </Dialog>
  );
}
