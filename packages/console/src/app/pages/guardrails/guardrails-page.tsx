import './guardrails.css';
import type { PolicyState } from '@avow/contract/guardrails';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useRef, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { LeaveDialog } from '../../design/leave-dialog.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { changeTexts } from '../../texts/guardrail-changes.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { texts } from '../../texts.ts';
import { CheckList } from './check-list.tsx';
import { describeChanges } from './describe-changes.ts';
import { type EditedPolicy, editPolicy, policyRequest } from './edited-policy.ts';
import { PolicyFault } from './policy-fault.tsx';
import { ProposedThresholds } from './proposed-thresholds.tsx';
import { SaveDialog } from './save-dialogs.tsx';
import { SentenceTrial } from './sentence-trial.tsx';
import { TrialPanel } from './trial-panel.tsx';

const PolicyRules = lazy(async () => ({ default: (await import('./policy-rules.tsx')).PolicyRules }));
const PolicyHistory = lazy(async () => ({ default: (await import('./policy-history.tsx')).PolicyHistory }));
const ShadowResults = lazy(async () => ({ default: (await import('./shadow-results.tsx')).ShadowResults }));

/** The policy in force, edited as a whole and tried before it is saved. */
export function GuardrailsPage() {
  const state = useCall('getGuardrails');
  // Here, because the editor is another with each revision: what it was to say of the last one would not be said.
  const accept = useChange('acceptThresholds');
  const save = useChange('replaceGuardrails');
  return (
    <Loaded reading={state}>
      {(found) => <PolicyEditor key={found.revision} state={found} accept={accept} save={save} />}
    </Loaded>
  );
}

interface EditorProps {
  readonly state: PolicyState;
  readonly accept: ReturnType<typeof useChange<'acceptThresholds'>>;
  readonly save: ReturnType<typeof useChange<'replaceGuardrails'>>;
}

function PolicyEditor({ state, accept, save }: EditorProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { tab = 'checks' } = useSearch({ strict: false });
  const [original] = useState(() => editPolicy(state.policy));
  const [policy, setPolicy] = useState<EditedPolicy>(original);
  const isSaved = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const changes = describeChanges(original, policy);
  const isChanged = changes.length > 0;
  const submit = () =>
    save.mutate(
      { body: policyRequest(policy), headers: { 'if-match': `"${state.revision}"` } },
      {
        onSuccess: () => {
          isSaved.current = true;
          notify(guardrailTexts.saved);
        },
        onError: () => setSaving(false),
      },
    );
  const discard = () => {
    setPolicy(original);
    save.reset();
    void client.invalidateQueries();
  };
  return (
    <PageLayout
      title={texts.pages.guardrails}
      actions={
        <>
          <Badge>{state.built_in ? guardrailTexts.builtIn : guardrailTexts.revision(state.revision)}</Badge>
          {isChanged ? <Badge tone="info">{guardrailTexts.unsaved}</Badge> : null}
          {isChanged ? <Button onPress={discard}>{guardrailTexts.discard}</Button> : null}
          <Button look="primary" onPress={() => setSaving(true)} isDisabled={!isChanged}>
            {guardrailTexts.saveChanges}
          </Button>
        </>
      }
    >
      <PolicyFault error={save.error} policy={policy} />
      <SaveDialog
        policy={policy}
        changes={changes}
        isOpen={isSaving}
        onClose={() => setSaving(false)}
        onSave={submit}
        isBusy={save.isPending}
      />
      {/* What was just saved is left behind by nobody. */}
      <LeaveDialog changes={changes} mayLeave={() => isSaved.current} hint={changeTexts.leaveHint} />
      <ProposedThresholds state={state} isEdited={isChanged} accept={accept} />
      {tab === 'checks' ? <SentenceTrial policy={policy} /> : null}
      <Card>
        <Tabs
          label={texts.pages.guardrails}
          selected={tab}
          onSelect={(next) => void navigate({ to: '/guardrails', search: { tab: next } })}
          tabs={[
            {
              id: 'checks',
              title: guardrailTexts.tabs.checks,
              content: <CheckList policy={policy} onChange={setPolicy} />,
            },
            {
              id: 'rules',
              title: guardrailTexts.tabs.rules,
              content: <PolicyRules policy={policy} onChange={setPolicy} />,
            },
            { id: 'results', title: guardrailTexts.tabs.results, content: <ShadowResults /> },
            { id: 'history', title: guardrailTexts.tabs.history, content: <PolicyHistory current={state} /> },
          ]}
        />
      </Card>
      {/* What is edited is kept while somebody looks at results. */}
      {tab === 'checks' || tab === 'rules' ? <TrialPanel policy={policy} /> : null}
    </PageLayout>
  );
}
