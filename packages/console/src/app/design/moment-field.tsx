import { Field } from './field.tsx';

interface Props {
  readonly label: string;
  /** Of the second input, for people who are read to. */
  readonly timeLabel: string;
  /** A moment in ISO 8601; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A date with the time of day, in the time zone of the person. Without a time it is the beginning of the date. */
export function MomentField({ label, timeLabel, value, onChange }: Props) {
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
            aria-label={timeLabel}
            disabled={date === ''}
            value={time}
            onChange={(event) => change({ time: event.target.value })}
          />
        </div>
      )}
    </Field>
  );
}

interface Moment {
  readonly date: string;
  readonly time: string;
}

const padded = (count: number, digits = 2) => String(count).padStart(digits, '0');

/** As the inputs of a browser take it. */
export function readMoment(value: string): Moment {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return { date: '', time: '' };
  return {
    date: `${padded(moment.getFullYear(), 4)}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`,
    time: `${padded(moment.getHours())}:${padded(moment.getMinutes())}`,
  };
}

export function writeMoment({ date, time }: Moment): string {
  const moment = new Date(`${date}T${time === '' ? '00:00' : time}`);
  return date === '' || Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}
