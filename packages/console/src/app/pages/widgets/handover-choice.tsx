import type { HandoverSettings } from '@avow/contract/visitors';
import type { CallError } from '../../api/call.ts';
import { SelectField } from '../../design/field.tsx';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { HandoverFields } from '../handovers/handover-fields.tsx';

interface Props {
  /** Null: as the settings of the tenant say. */
  readonly value: HandoverSettings | null;
  readonly onChange: (value: HandoverSettings | null) => void;
  readonly error: CallError | null;
}

const nothing: HandoverSettings = { chat: false, link: null, link_text: null };

/** How visitors of this widget reach a person: as those of every other, or otherwise. */
export function HandoverChoice({ value, onChange, error }: Props) {
  const { usual, own } = widgetPageTexts.handovers;
  return (
    <div className="stack">
      <SelectField
        label={widgetPageTexts.handover}
        value={value === null ? 'usual' : 'own'}
        onChange={(chosen) => onChange(chosen === 'own' ? nothing : null)}
        options={[
          { value: 'usual', label: usual },
          { value: 'own', label: own },
        ]}
      />
      {value === null ? null : (
        <HandoverFields value={value} onChange={onChange} error={error} place="/settings/handover" />
      )}
    </div>
  );
}
