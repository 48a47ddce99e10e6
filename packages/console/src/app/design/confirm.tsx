import type { ReactNode } from 'react';
import type { CallError } from '../api/call.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormFault } from './loaded.tsx';

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly error?: CallError | null;
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be undone. */
export function Confirm(props: Props) {
  const { title, isOpen, onClose, onConfirm, action, children, error = null } = props;
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={onConfirm}
      actions={
        <>
          <Button onPress={onClose}>{texts.actions.cancel}</Button>
          <Button
            type="submit"
            look={props.isDanger === true ? 'danger' : 'primary'}
            isBusy={props.isBusy === true}
            isDisabled={props.isDisabled === true}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <FormFault error={error} />
    </Dialog>
  );
}
