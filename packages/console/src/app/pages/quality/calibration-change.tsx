import type { CalibrationEntry } from '@avow/contract/feedback';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { formatDateTime, formatScore } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { qualityTexts } from '../../texts/quality.ts';

/** What would change scores, to accept or dismiss, and a way back. For people who may decide it. */
export function CalibrationChange() {
  const isAllowed = useMay()('guardrails:manage');
  const calibration = useCall('getCalibration', {}, { enabled: isAllowed });
  // Here, because what is decided about is gone afterwards.
  const accept = useChange('acceptCalibration');
  const dismiss = useChange('dismissCalibration');
  if (!isAllowed) return null;
  return (
    <Loaded reading={calibration}>
      {({ proposal, revisions }) => (
        <>
          {proposal === null ? null : <Proposal proposal={proposal} accept={accept} dismiss={dismiss} />}
          {revisions.length === 0 ? null : <Revert />}
        </>
      )}
    </Loaded>
  );
}

interface ProposalProps {
  readonly proposal: NonNullable<CalibrationEntry['proposal']>;
  readonly accept: ReturnType<typeof useChange<'acceptCalibration'>>;
  readonly dismiss: ReturnType<typeof useChange<'dismissCalibration'>>;
}

function Proposal({ proposal, accept, dismiss }: ProposalProps) {
  const { fit, applies_at: appliesAt, scores } = proposal;
  const body = { proposal_id: proposal.id };
  return (
    <section className="stack" aria-labelledby="proposed-change">
      <h3 id="proposed-change">{qualityTexts.proposed}</h3>
      <p>
        {`${qualityTexts.proposedKinds[proposal.kind] ?? proposal.kind} `}
        {`${qualityTexts.proposedBasis(fit.example_count, fit.author_count, fit.key_count)} `}
        {`${qualityTexts.proposedChange(formatScore(proposal.largest_change))} `}
        {appliesAt === null
          ? qualityTexts.proposedWaits
          : qualityTexts.proposedApplies(formatDateTime(appliesAt))}
      </p>
      {scores.length === 0 ? null : (
        <table className="table">
          <caption>{qualityTexts.proposedScores}</caption>
          <thead>
            <tr>
              <th scope="col">{qualityTexts.message}</th>
              <th scope="col" className="end">
                {qualityTexts.before}
              </th>
              <th scope="col" className="end">
                {qualityTexts.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {scores.slice(0, scoresShown).map(({ message_id: id, before, after }) => (
              <tr key={id}>
                <td className="mono">{id}</td>
                <td className="end">{formatScore(before)}</td>
                <td className="end">{formatScore(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="row wrap">
        <Button
          look="primary"
          onPress={() => accept.mutate({ body }, { onSuccess: () => notify(qualityTexts.changeAccepted) })}
          isBusy={accept.isPending}
        >
          {qualityTexts.acceptChange}
        </Button>
        <Button
          onPress={() => dismiss.mutate({ body }, { onSuccess: () => notify(qualityTexts.changeDismissed) })}
          isBusy={dismiss.isPending}
        >
          {qualityTexts.dismissChange}
        </Button>
      </div>
      <FormFault error={accept.error ?? dismiss.error} />
    </section>
  );
}

const scoresShown = 5;

function Revert() {
  const [isAsking, setAsking] = useState(false);
  const revert = useChange('revertCalibration');
  const undo = () =>
    revert.mutate(
      { body: {} },
      {
        onSuccess: () => {
          setAsking(false);
          notify(qualityTexts.reverted);
        },
      },
    );
  return (
    <div>
      <Button look="small" onPress={() => setAsking(true)}>
        {qualityTexts.revert}
      </Button>
      <Confirm
        title={qualityTexts.revertTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={undo}
        action={qualityTexts.revert}
        isBusy={revert.isPending}
        error={revert.error}
      >
        <p>{qualityTexts.revertHint}</p>
      </Confirm>
    </div>
  );
}
