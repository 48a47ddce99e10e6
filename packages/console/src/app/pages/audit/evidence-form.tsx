import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Switch } from '../../design/switch.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';

const names = Object.keys(evidenceTexts.frameworks);

/** The quarter before this one, which is what auditors ask for most. */
function lastQuarter(nowMs: number): { readonly from: string; readonly to: string } {
  const now = new Date(nowMs);
  const first = Math.floor(now.getUTCMonth() / 3) * 3 - 3;
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, day)).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return { from: dayOf(first, 1), to: dayOf(first + 3, 0) };
}

/** Of which period evidence is written, for which frameworks, and whether with the records. */
export function EvidenceForm({ isBusy }: { readonly isBusy: boolean }) {
  const [period, setPeriod] = useState(() => lastQuarter(Date.now()));
  const [chosen, setChosen] = useState<readonly string[]>(names);
  const [hasRecords, setHasRecords] = useState(true);
  const start = useChange('startEvidence');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ body: { ...period, frameworks: chosen, records: hasRecords } });
      }}
    >
      <div className="filters">
        <TextField
          label={evidenceTexts.from}
          type="date"
          value={period.from}
          onChange={(from) => setPeriod({ ...period, from })}
          isRequired
          fault={faultOf(start.error, '/from')}
        />
        <TextField
          label={evidenceTexts.to}
          type="date"
          value={period.to}
          onChange={(to) => setPeriod({ ...period, to })}
          isRequired
          fault={faultOf(start.error, '/to')}
        />
      </div>
      <fieldset className="stack tight">
        <legend>{evidenceTexts.mappings}</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={evidenceTexts.frameworks[name]}
            isSelected={chosen.includes(name)}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name))
            }
          />
        ))}
      </fieldset>
      <Switch label={evidenceTexts.withRecords} isSelected={hasRecords} onChange={setHasRecords} />
      <FormFault error={start.error} shown={['/from', '/to']} />
      <div>
        <Button type="submit" look="primary" isBusy={start.isPending || isBusy}>
          {evidenceTexts.start}
        </Button>
      </div>
    </form>
  );
}
