import type { CallError } from '../../api/call.ts';
import { SelectField, TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { sourceTexts } from '../../texts/sources.ts';
import type { FormValues, SourceField } from './source-form.ts';

interface Props {
  readonly fields: readonly SourceField[];
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
  /** Where the fields are in what is sent. */
  readonly pointer: string;
  readonly error: CallError | null;
}

export function SourceFields({ fields, values, onChange, pointer, error }: Props) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
      fault={faultOf(error, `${pointer}/${field.name}`)}
    />
  ));
}

const inputTypes = { url: 'url', number: 'number', secret: 'password' } as const;

interface OneProps {
  readonly field: SourceField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | undefined;
}

function OneField({
  field: { name, look, isRequired = false, options = [] },
  value,
  onChange,
  fault,
}: OneProps) {
  const label = sourceTexts.fields[name] ?? name;
  const shared = { label, hint: sourceTexts.hints[name], fault, value, onChange };
  if (look === 'choice')
    return (
      <SelectField
        {...shared}
        value={value === '' ? (options[0] ?? '') : value}
        options={options.map((each) => ({ value: each, label: sourceTexts.options[each] ?? each }))}
      />
    );
  if (look === 'lines' || look === 'map' || look === 'secret-lines')
    return <TextField {...shared} rows={3} isMono />;
  return (
    <TextField
      {...shared}
      type={look in inputTypes ? inputTypes[look as keyof typeof inputTypes] : 'text'}
      isRequired={isRequired}
      {...(look === 'secret' ? { autoComplete: 'off' } : {})}
    />
  );
}
