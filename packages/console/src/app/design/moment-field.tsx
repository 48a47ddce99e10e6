import { texts } from '../texts.ts';
import { Field } from './field.tsx';
import { readMoment, writeMoment } from './moment.ts';

interface Props {
  readonly label: string;
  /** A moment in ISO 8601; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A date with the time of day, in the time zone of the person. Without a time it is the beginning of the date. */
export function MomentField({ label, value, onChange }: Props) {
  const { date, time } = readMoment(value);
  const change = (next: { readonly date?: string; readonly time?: string }) =>
    onChange(writeMoment({ date, time, ...next }));
  return (
    <Field label={label}>
      {(control) => (
        <div className="moment">
          <input
            {...control}
            type="date"
            className="input"
            value={date}
            max="9999-12-31"
            onChange={(event) => change({ date: event.target.value })}
          />
          <input
            type="time"
            className="input"
            aria-label={texts.timeOf(label)}
            disabled={date === ''}
            value={time}
            onChange={(event) => change({ time: event.target.value })}
          />
        </div>
      )}
    </Field>
  );
}
