import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';

interface Props {
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

export function Switch({ label, isSelected, onChange }: Props) {
  return (
    <AriaSwitch className="switch" isSelected={isSelected} onChange={onChange}>
      <span className="track" aria-hidden="true" />
      {label}
    </AriaSwitch>
  );
}
