import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Submit {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
}

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** The buttons at its end. */
  readonly actions?: ReactNode;
  /** In place of these: a button that submits the form in it, after one that cancels; once it is done, one that closes. */
  readonly submit?: Submit | 'done';
  /** Called when the form in it is submitted. */
  readonly onSubmit?: () => void;
}

/** Keeps the focus while it is open and gives it back when it closes. */
export function Dialog({ title, isOpen, onClose, isWide = false, children, onSubmit, ...given }: Props) {
  const { submit, actions = submit && <FormActions submit={submit} onClose={onClose} /> } = given;
  const dialog = useRef<HTMLElement>(null);
  // A button that is disabled or gone once it is pressed takes the focus with it: keys would not reach the dialog any more.
  useEffect(() => {
    if (!isOpen) return;
    const bringBack = ({ key }: KeyboardEvent) => {
      if (document.activeElement !== document.body) return;
      if ([...document.querySelectorAll('[role="dialog"]')].at(-1) !== dialog.current) return;
      dialog.current?.focus();
      if (key === 'Escape') onClose();
    };
    document.addEventListener('keydown', bringBack);
    return () => document.removeEventListener('keydown', bringBack);
  }, [isOpen, onClose]);
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={isWide ? 'modal wide' : 'modal'}>
        <AriaDialog ref={dialog}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit?.();
            }}
          >
            <div className="modal-head">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <Button look={['plain', 'icon']} aria-label={texts.actions.close} onPress={onClose}>
                <Icon name="close" />
              </Button>
            </div>
            <div className="modal-body">{children}</div>
            {actions === undefined ? null : <div className="modal-foot">{actions}</div>}
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function FormActions({ submit, onClose }: Required<Pick<Props, 'submit' | 'onClose'>>) {
  if (submit === 'done')
    return (
      <Button look="primary" onPress={onClose}>
        {texts.actions.close}
      </Button>
    );
  const { label, isBusy, isDisabled = false, isDanger = false } = submit;
  return (
    <>
      <Button onPress={onClose}>{texts.actions.cancel}</Button>
      <Button look={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy} isDisabled={isDisabled}>
        {label}
      </Button>
    </>
  );
}
