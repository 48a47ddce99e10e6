import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { SelectField, TextField } from '../../design/field.tsx';
import { MomentField } from '../../design/moment-field.tsx';
import { recordTexts } from '../../texts/records.ts';

/** What is wanted of the events on the log; empty: any. */
interface EventFilter {
  readonly kind: string;
  readonly actor: string;
  readonly subject: string;
  readonly purpose: string;
  readonly from: string;
  readonly before: string;
}

export const noFilter: EventFilter = { kind: '', actor: '', subject: '', purpose: '', from: '', before: '' };

/** Beside the kinds. */
const changesOnly = 'changes';

export function criteriaOf({ kind, actor, subject, purpose, from, before }: EventFilter) {
  const given = {
    ...(kind === changesOnly ? { changes: 'true' } : { kind }),
    ...{ actor: actor.trim(), subject: subject.trim(), purpose },
    ...{ occurred_from: from, occurred_before: before },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

interface Props {
  readonly wanted: EventFilter;
  readonly onChange: (wanted: EventFilter) => void;
}

export function EventFilters({ wanted, onChange }: Props) {
  const may = useMay();
  const purposes = useCall('getPurposes', {}, { enabled: may('messages:read') }).data?.purposes ?? [];
  const set = (name: keyof EventFilter) => (value: string) => onChange({ ...wanted, [name]: value });
  const any = { value: '', label: recordTexts.any };
  return (
    <>
      <SelectField
        label={recordTexts.kind}
        value={wanted.kind}
        onChange={set('kind')}
        options={[
          any,
          { value: changesOnly, label: recordTexts.changesOnly },
          ...Object.entries(recordTexts.kinds).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextField
        label={recordTexts.actor}
        placeholder={recordTexts.actorHint}
        value={wanted.actor}
        onChange={set('actor')}
      />
      <TextField
        label={recordTexts.subject}
        placeholder={recordTexts.subjectHint}
        value={wanted.subject}
        onChange={set('subject')}
      />
      {purposes.length === 0 ? null : (
        <SelectField
          label={recordTexts.purpose}
          value={wanted.purpose}
          onChange={set('purpose')}
          options={[any, ...purposes.map(({ id, title }) => ({ value: id, label: title }))]}
        />
      )}
      <MomentField label={recordTexts.from} value={wanted.from} onChange={set('from')} />
      <MomentField label={recordTexts.before} value={wanted.before} onChange={set('before')} />
    </>
  );
}
