import { type ReactNode, useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Given the ids that connect it with its label, hint and fault. */
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}

/** A label, a control, a hint and what is wrong with the value. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint ${id}-fault`, 'aria-invalid': fault !== undefined })}
      <span id={`${id}-hint`} className="hint" hidden={hint === undefined}>
        {hint}
      </span>
      <span id={`${id}-fault`} className="fault" hidden={fault === undefined}>
        {fault}
      </span>
    </div>
  );
}

interface TextProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly type?: 'text' | 'password' | 'email' | 'number' | 'date' | 'search' | 'url';
  readonly autoComplete?: string;
  /** In the form that it is sent with. */
  readonly name?: string;
  readonly onBlur?: () => void;
  readonly isRequired?: boolean;
  readonly isMono?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** One line of text, or several if `rows` is given. */
export function TextField({
  value,
  onChange,
  rows,
  isRequired = false,
  isMono = false,
  type = 'text',
  label,
  hint,
  fault,
  ...rest
}: TextProps) {
  const className = isMono ? 'input mono' : 'input';
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            {...rest}
            type={type}
            className={className}
            value={value}
            required={isRequired}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <textarea
            {...control}
            className={className}
            rows={rows}
            value={value}
            required={isRequired}
            placeholder={rest.placeholder}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

interface SelectProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField({ value, onChange, options, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

export function Checkbox({ label, isSelected, onChange }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isSelected} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
