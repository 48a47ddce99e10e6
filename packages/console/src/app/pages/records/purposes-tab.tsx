import type { PurposesEntry } from '@avow/contract/auditing';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { FactList } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { purposeTexts } from '../../texts/purposes.ts';
import { texts } from '../../texts.ts';

/** What the records of the tenant may be read for. */
export function PurposesTab() {
  const may = useMay();
  const purposes = useCall('getPurposes');
  return (
    <div className="stack">
      <h2>{purposeTexts.title}</h2>
      <Loaded reading={purposes}>
        {(found) =>
          may('audit:erase') ? <PurposesForm purposes={found} /> : <PurposesFacts purposes={found} />
        }
      </Loaded>
    </div>
  );
}

function PurposesFacts({ purposes: { required, purposes } }: { readonly purposes: PurposesEntry }) {
  return (
    <div className="stack">
      <p>{required ? purposeTexts.isRequired : purposeTexts.isOptional}</p>
      {purposes.length === 0 ? (
        <p className="quiet">{purposeTexts.nothing}</p>
      ) : (
        <FactList rows={purposes.map(({ id, title }) => [title, <code key={id}>{id}</code>] as const)} />
      )}
    </div>
  );
}

const lineOf = ({ id, title }: PurposesEntry['purposes'][number]) => `${id} = ${title}`;

function readLines(text: string): PurposesEntry['purposes'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [id = '', ...title] = line.split('=');
    return { id: id.trim(), title: title.join('=').trim() };
  });
}

function PurposesForm({ purposes: { required, purposes } }: { readonly purposes: PurposesEntry }) {
  const [lines, setLines] = useState(purposes.map(lineOf).join('\n'));
  const [isRequired, setRequired] = useState(required);
  const set = useChange('setPurposes');
  const fault = set.error?.errors.find(({ pointer }) => pointer.startsWith('/purposes'))?.pointer;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(
          { body: { required: isRequired, purposes: readLines(lines) } },
          { onSuccess: () => notify(purposeTexts.saved) },
        );
      }}
    >
      <TextField
        label={purposeTexts.list}
        hint={purposeTexts.hint}
        placeholder={purposeTexts.example}
        rows={5}
        value={lines}
        onChange={setLines}
        fault={faultOf(set.error, fault ?? '/purposes')}
      />
      <Checkbox label={purposeTexts.required} isSelected={isRequired} onChange={setRequired} />
      <FormFault error={set.error} />
      <div>
        <Button type="submit" look="primary" isBusy={set.isPending}>
          {texts.actions.save}
        </Button>
      </div>
    </form>
  );
}
