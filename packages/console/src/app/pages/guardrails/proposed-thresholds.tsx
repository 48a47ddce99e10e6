import type { PolicyState } from '@avow/contract/guardrails';
import type { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatScore } from '../../design/format.ts';
import { FormFault } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { checkNames, unsafeKindNames } from '../../texts/checks.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';

interface Props {
  readonly state: PolicyState;
  readonly isEdited: boolean;
  readonly accept: ReturnType<typeof useChange<'acceptThresholds'>>;
}

/** Thresholds that feedback proposes to raise. Nothing is raised unless somebody does it here. */
export function ProposedThresholds({ state, isEdited, accept }: Props) {
  return (
    <>
      {state.proposed_thresholds.map((one) => (
        <Notice
          key={one.name}
          tone="info"
          actions={
            <Button
              look="small"
              isBusy={accept.isPending}
              // What is being edited would be lost with a new revision.
              isDisabled={isEdited}
              onPress={() =>
                accept.mutate(
                  {
                    body: { thresholds: { [one.name]: one.proposed } },
                    headers: { 'if-match': `"${state.revision}"` },
                  },
                  { onSuccess: () => notify(guardrailTexts.thresholdRaised) },
                )
              }
            >
              {guardrailTexts.acceptThreshold}
            </Button>
          }
        >
          <p>
            {guardrailTexts.proposed(
              checkNames[one.name] ?? unsafeKindNames[one.name] ?? one.name,
              formatScore(one.threshold),
              formatScore(one.proposed),
            )}
          </p>
          <p className="small">
            {guardrailTexts.proposedBasis(
              one.wrongly_blocked,
              one.rightly_blocked,
              one.author_count,
              one.key_count,
            )}
          </p>
        </Notice>
      ))}
      <FormFault error={accept.error} />
    </>
  );
}
