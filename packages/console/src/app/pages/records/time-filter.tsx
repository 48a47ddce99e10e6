import { useMemo } from 'react';
import { SelectField } from '../../design/field.tsx';
import { MomentField } from '../../design/moment-field.tsx';
import { recordTexts } from '../../texts/records.ts';
import { filterChoices } from './record-filters.tsx';

/** When something was asked, as an address says it: the last hours, or between two moments. */
export type TimeFilter = Partial<Record<'time' | 'from' | 'before', string>>;

const hourMs = 3_600_000;
const lastMs: Readonly<Record<string, number>> = { '1h': hourMs, '24h': 24 * hourMs, '7d': 168 * hourMs };

/** A day of the service begins in UTC. What is not a time goes on as it is, and the service says so. */
const momentOf = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text;

/** What a time filter asks for. The last hours are those before it was chosen, until it is chosen again. */
export function useTimes({ time, from, before }: TimeFilter): {
  readonly from: string | undefined;
  readonly before: string | undefined;
} {
  return useMemo(() => {
    const span = lastMs[time ?? ''];
    return span === undefined
      ? { from: momentOf(from), before: momentOf(before) }
      : { from: new Date(Date.now() - span).toISOString(), before: undefined };
  }, [time, from, before]);
}

const between = 'between';

interface Props {
  readonly value: TimeFilter;
  /** Replaces all of it. */
  readonly onChange: (value: TimeFilter) => void;
}

export function TimeFields({ value, onChange }: Props) {
  const isBetween = value.from !== undefined || value.before !== undefined;
  const { time = isBetween ? between : '' } = value;
  const moment = (name: 'from' | 'before') => ({
    label: recordTexts[name],
    value: momentOf(value[name]) ?? '',
    onChange: (next: string) => {
      const { [name]: _, ...rest } = { time: between, from: value.from, before: value.before };
      onChange(next === '' ? rest : { ...rest, [name]: next });
    },
  });
  return (
    <>
      <SelectField
        label={recordTexts.time}
        options={filterChoices({ ...recordTexts.last, [between]: recordTexts.between })}
        value={time}
        onChange={(next) => onChange(next === '' ? {} : { time: next })}
      />
      {time === between ? (
        <>
          <MomentField {...moment('from')} />
          <MomentField {...moment('before')} />
        </>
      ) : null}
    </>
  );
}
