import type { CallError } from '../../api/call.ts';
import { SelectField, TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { unansweredTexts } from '../../texts/unanswered.ts';

/** Who gets the answer. By default the service decides: who may read what was quoted in the answers to the question. */
export interface AudienceChoice {
  readonly kind: string;
  readonly groups: string;
}

export const groupsOf = ({ kind, groups }: AudienceChoice) =>
  kind === 'sources' ? {} : { groups: kind === 'everyone' ? [] : splitList(groups) };

interface AudienceProps {
  readonly audience: AudienceChoice;
  readonly onChange: (audience: AudienceChoice) => void;
  readonly error: CallError | null;
  /** Whether anything was quoted. */
  readonly hasSources: boolean;
}

export function AudienceFields({ audience, onChange, error, hasSources }: AudienceProps) {
  const fault = faultOf(error, '/groups');
  const names = {
    ...unansweredTexts.audiences,
    ...(hasSources ? {} : { sources: unansweredTexts.withoutSources }),
  };
  const isByGroup = audience.kind === 'groups';
  return (
    <>
      <SelectField
        label={unansweredTexts.audience}
        value={audience.kind}
        onChange={(kind) => onChange({ ...audience, kind })}
        options={Object.entries(names).map(([value, label]) => ({ value, label }))}
        fault={isByGroup ? undefined : fault}
      />
      {isByGroup ? (
        <TextField
          label={unansweredTexts.groupNames}
          hint={unansweredTexts.groupNamesHint}
          value={audience.groups}
          onChange={(groups) => onChange({ ...audience, groups })}
          isRequired
          fault={fault}
        />
      ) : null}
    </>
  );
}
