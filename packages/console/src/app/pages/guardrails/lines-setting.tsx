import { useState } from 'react';
import { TextField } from '../../design/field.tsx';
import { splitList } from '../../design/split-list.ts';

interface Props {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** A list, one entry a line. Typed freely; empty lines do not count. */
export function LinesSetting({ label, hint, value, onChange }: Props) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <TextField
      label={label}
      hint={hint}
      rows={4}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(splitList(next, '\n'));
      }}
    />
  );
}
