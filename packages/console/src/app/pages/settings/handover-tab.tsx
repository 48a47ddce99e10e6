import type { HandoverSettings } from '@avow/contract/visitors';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { handoverTexts } from '../../texts/handovers.ts';
import { HandoverFields } from '../handovers/handover-fields.tsx';
import { handoverRequest } from '../handovers/handover-request.ts';

/** How visitors reach a person. */
export function HandoverTab() {
  const settings = useCall('getHandoverSettings');
  return <Loaded reading={settings}>{(found) => <HandoverForm settings={found} />}</Loaded>;
}

function HandoverForm({ settings }: { readonly settings: HandoverSettings }) {
  const [edited, setEdited] = useState(settings);
  const replace = useChange('replaceHandoverSettings');
  const said = handoverTexts.settings;
  const submit = () =>
    replace.mutate({ body: handoverRequest(edited) }, { onSuccess: () => notify(said.saved) });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{said.hint}</p>
      <p className="hint">{said.widgetsHint}</p>
      <HandoverFields value={edited} onChange={setEdited} error={replace.error} place="" />
      <FormFault error={replace.error} shown={['/link', '/link_text']} />
      <div>
        <Button look="primary" type="submit" isBusy={replace.isPending}>
          {said.save}
        </Button>
      </div>
    </form>
  );
}
