import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** The buttons at its end. */
  readonly actions?: ReactNode;
  /** Called when the form in it is submitted. */
  readonly onSubmit?: () => void;
}

/** Keeps the focus while it is open and gives it back when it closes. */
export function Dialog({ title, isOpen, onClose, isWide = false, children, actions, onSubmit }: Props) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={isWide ? 'modal wide' : 'modal'}>
        <AriaDialog>
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
