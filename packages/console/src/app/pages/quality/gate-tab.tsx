import { useState } from 'react';
import { useCall, useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf, Loading } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';

const usualTolerance = '0.02';
/** With fewer, one outcome that differs says little. */
const questionsMin = 10;

/** Whether a publication is stopped if the golden set got worse. */
export function GateTab({ packId }: { readonly packId: string }) {
  const params = { pack_id: packId };
  const gate = useCall('getPublishGate', { params });
  const golden = useList('listGoldenQuestions', { params, query: { limit: 100 } });
  const accepted = golden.data?.filter(({ state }) => state === 'accepted').length;
  const [tolerance, setTolerance] = useState<string | null>(null);
  const set = useChange('setPublishGate');
  const remove = useChange('deletePublishGate');
  if (gate.isLoading) return <Loading />;
  const isOn = gate.data !== undefined && gate.error === null;
  const shown = tolerance ?? (isOn ? String(gate.data?.tolerance_share) : usualTolerance);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ params, body: { tolerance_share: Number(shown) } });
      }}
    >
      <h2>{qualityTexts.gateTitle}</h2>
      <p className="quiet">{qualityTexts.gateHint}</p>
      <Notice tone={isOn ? 'good' : 'info'}>{isOn ? qualityTexts.gateOn : qualityTexts.gateOff}</Notice>
      {accepted === undefined || accepted >= questionsMin ? null : (
        <Notice tone="warn">{qualityTexts.gateNeeds(questionsMin, accepted)}</Notice>
      )}
      <TextField
        label={qualityTexts.tolerance}
        hint={qualityTexts.toleranceHint}
        type="number"
        min={0}
        max={1}
        step={0.005}
        value={shown}
        onChange={setTolerance}
        fault={faultOf(set.error, '/tolerance_share')}
      />
      <FormFault error={set.error ?? remove.error} />
      <div className="row">
        <Button type="submit" look="primary" isBusy={set.isPending}>
          {texts.actions.save}
        </Button>
        {isOn ? (
          <Button look="danger" onPress={() => remove.mutate({ params })} isBusy={remove.isPending}>
            {qualityTexts.removeGate}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
