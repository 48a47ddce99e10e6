import type { CallError } from '../../api/call.ts';
import { SelectField, TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { sourceTexts } from '../../texts/sources.ts';

/** When a source is read, and what becomes of it, as they are typed. */
export interface Schedule {
  /** Minutes; empty: on request only. */
  readonly every: string;
  readonly publish: string;
  readonly groups: string;
  readonly removalLimit: string;
}

export const usualSchedule: Schedule = {
  every: '1440',
  publish: 'automatic',
  groups: '',
  removalLimit: '20',
};

export const toScheduleBody = ({ every, publish, groups, removalLimit }: Schedule) => ({
  sync_every_minutes: every === '' ? null : Number(every),
  publish,
  groups: splitList(groups),
  removal_limit_percent: Number(removalLimit),
});

interface Props {
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
  readonly error: CallError | null;
}

export function ScheduleFields({ schedule, onChange, error }: Props) {
  const { every, publish, groups, removalLimit } = schedule;
  const known = Object.entries(sourceTexts.schedules);
  const listed = known.some(([minutes]) => minutes === every)
    ? known
    : [...known, [every, sourceTexts.everyMinutes(every)] as const];
  return (
    <>
      <SelectField
        label={sourceTexts.every}
        value={every}
        onChange={(value) => onChange({ ...schedule, every: value })}
        options={listed.map(([value, label]) => ({ value, label }))}
        fault={faultOf(error, '/sync_every_minutes')}
      />
      <SelectField
        label={sourceTexts.publish}
        value={publish}
        onChange={(value) => onChange({ ...schedule, publish: value })}
        options={Object.entries(sourceTexts.publishing).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        label={sourceTexts.groups}
        hint={sourceTexts.groupsHint}
        value={groups}
        onChange={(value) => onChange({ ...schedule, groups: value })}
        fault={faultOf(error, '/groups')}
      />
      <TextField
        label={sourceTexts.removalLimit}
        type="number"
        min={0}
        max={100}
        value={removalLimit}
        onChange={(value) => onChange({ ...schedule, removalLimit: value })}
        fault={faultOf(error, '/removal_limit_percent')}
      />
    </>
  );
}
