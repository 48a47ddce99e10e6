import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';

type Look = 'primary' | 'danger' | 'plain' | 'icon' | 'small';

interface Props extends Omit<ButtonProps, 'className' | 'children'> {
  readonly look?: Look | readonly Look[];
  /** Something is under way: it cannot be pressed again. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function Button({ look = [], isBusy = false, children, ...rest }: Props) {
  const looks = typeof look === 'string' ? [look] : look;
  return (
    <AriaButton
      {...rest}
      className={['button', ...looks].join(' ')}
      isDisabled={rest.isDisabled === true || isBusy}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
      {children}
    </AriaButton>
  );
}
