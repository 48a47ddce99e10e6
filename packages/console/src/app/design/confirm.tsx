import type { ReactNode } from 'react';
import type { CallError } from '../api/call.ts';
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
  const { isBusy = false, isDisabled = false, isDanger = false } = props;
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={onConfirm}
      submit={{ label: action, isBusy, isDisabled, isDanger }}
    >
      {children}
      <FormFault error={error} />
    </Dialog>
  );
}
