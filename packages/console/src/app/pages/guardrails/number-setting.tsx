import { TextField } from '../../design/field.tsx';

interface Props<Value> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** From 0 to 1; otherwise a whole number. */
  readonly isShare: boolean;
}

const limitsOf = (isShare: boolean) => (isShare ? { min: 0, max: 1, step: 0.01 } : { min: 1, step: 1 });

export function NumberSetting({ value, onChange, isShare, ...field }: Props<number>) {
  return (
    <TextField
      {...field}
      type="number"
      {...limitsOf(isShare)}
      value={String(value)}
      onChange={(text) => onChange(Number(text))}
    />
  );
}

/** An empty field is a number that is not set. */
export function OptionalNumberSetting({ value, onChange, isShare, ...field }: Props<number | null>) {
  return (
    <TextField
      {...field}
      type="number"
      {...limitsOf(isShare)}
      value={value === null ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
    />
  );
}
