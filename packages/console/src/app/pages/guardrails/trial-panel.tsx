import type { MessageTrial, Trial } from '@avow/contract/guardrails';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CallError, call } from '../../api/call.ts';
import { StatusBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { Badge, Card, Notice } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { askTexts } from '../../texts/ask.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { type EditedPolicy, policyRequest } from './edited-policy.ts';
import { PolicyFault } from './policy-fault.tsx';

const lastMessages = 100;

/** What the policy, as it is edited, would have done to messages that were asked. */
export function TrialPanel({ policy }: { readonly policy: EditedPolicy }) {
  const trial = useMutation<Trial, CallError>({
    mutationFn: () =>
      call('testGuardrails', { body: { policy: policyRequest(policy), messages: { last: lastMessages } } }),
  });
  return (
    <Card
      title={guardrailTexts.tryTitle}
      actions={
        <Button onPress={() => trial.mutate()} isBusy={trial.isPending}>
          {guardrailTexts.try}
        </Button>
      }
    >
      <div className="stack">
        <p className="quiet">{guardrailTexts.tryHint}</p>
        <PolicyFault error={trial.error} policy={policy} />
        {trial.data === undefined ? null : <TrialResult trial={trial.data} />}
      </div>
    </Card>
  );
}

function TrialResult({ trial: { data, summary } }: { readonly trial: Trial }) {
  const changed = data.flatMap((each) => (each.kind === 'message' && each.changed === true ? [each] : []));
  return (
    <div className="stack">
      <Notice tone={summary.changed === 0 ? 'good' : 'warn'}>
        {guardrailTexts.trySummary(summary.tried, summary.changed)}
        {summary.not_stored === 0 ? '' : ` ${guardrailTexts.tryNotStored(summary.not_stored)}`}
      </Notice>
      {changed.length === 0 ? null : <ChangedMessages messages={changed} />}
    </div>
  );
}

function ChangedMessages({ messages }: { readonly messages: readonly MessageTrial[] }) {
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{guardrailTexts.message}</th>
            <th scope="col">{guardrailTexts.was}</th>
            <th scope="col">{guardrailTexts.would}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <tr key={message.message_id}>
              <td className="wide">
                <Link to="/records/$messageId" params={{ messageId: message.message_id }}>
                  {message.question ?? message.message_id}
                </Link>
              </td>
              <td>
                <StatusBadge status={message.original?.status ?? ''} />
              </td>
              <td>
                <Badge tone={message.action === 'block' ? 'bad' : 'warn'}>
                  {askTexts.actions[message.action] ?? message.action}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
