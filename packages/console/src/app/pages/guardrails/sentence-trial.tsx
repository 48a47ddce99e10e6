import type { TextTrial } from '@avow/contract/guardrails';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { formTexts } from '../../texts/checks.ts';
import { GuardrailResults } from '../ask/guardrail-results.tsx';
import { type EditedPolicy, policyRequest } from './edited-policy.ts';
import { PolicyFault } from './policy-fault.tsx';

interface Tried {
  readonly given: string;
  readonly trial: TextTrial;
}

/** A box to type a sentence into, and what each check does with it. */
export function SentenceTrial({ policy }: { readonly policy: EditedPolicy }) {
  const [text, setText] = useState('');
  const [stage, setStage] = useState('input');
  const trial = useMutation<Tried, CallError>({
    mutationFn: async () => {
      const { data } = await call('testGuardrails', {
        body: { policy: policyRequest(policy), texts: [{ text, stage }] },
      });
      return { given: text, trial: data[0] as TextTrial };
    },
  });
  return (
    <Card title={formTexts.sentenceTitle}>
      <div className="stack">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            trial.mutate();
          }}
        >
          <p className="quiet">{formTexts.sentenceHint}</p>
          <div className="columns wide-left">
            <TextField
              label={formTexts.sentence}
              placeholder={formTexts.sentencePlaceholder}
              rows={2}
              value={text}
              onChange={setText}
              isRequired
            />
            <SelectField
              label={formTexts.sentenceAs}
              value={stage}
              onChange={setStage}
              options={Object.entries(askTexts.stages).map(([value, label]) => ({ value, label }))}
            />
          </div>
          <div>
            <Button type="submit" isBusy={trial.isPending}>
              {formTexts.sentenceRun}
            </Button>
          </div>
          <PolicyFault error={trial.error} policy={policy} />
        </form>
        {trial.data === undefined ? null : <SentenceOutcome {...trial.data} />}
      </div>
    </Card>
  );
}

function SentenceOutcome({ given, trial }: Tried) {
  const isDropped = trial.stage === 'retrieval' && trial.action === 'redact';
  const tone = trial.action === 'block' ? 'bad' : trial.action === 'none' ? 'good' : 'warn';
  return (
    <div className="stack">
      <Notice tone={tone}>
        {isDropped ? formTexts.dropped : (formTexts.outcomes[trial.action] ?? trial.action)}
        {trial.text === null || trial.text === '' || trial.text === given ? null : (
          <p>
            {formTexts.becomes} <q>{trial.text}</q>
          </p>
        )}
      </Notice>
      <GuardrailResults results={trial.results} />
    </div>
  );
}
