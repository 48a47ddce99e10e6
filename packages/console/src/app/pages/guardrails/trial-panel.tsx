import type { MessageTrial, Trial } from '@avow/contract/guardrails';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CallError, call } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Card, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { askTexts } from '../../texts/ask.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { type EditedPolicy, policyRequest } from './edited-policy.ts';
import { PolicyFault } from './policy-fault.tsx';

const lastMessages = 100;

function useTrial(policy: EditedPolicy) {
  return useMutation<Trial, CallError>({
    mutationFn: () =>
      call('testGuardrails', { body: { policy: policyRequest(policy), messages: { last: lastMessages } } }),
  });
}

/** What the policy, as it is edited, would have done to messages that were asked. */
export function TrialPanel({ policy }: { readonly policy: EditedPolicy }) {
  const trial = useTrial(policy);
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

const shownBeforeSaving = 5;

/** The same before it is saved: in a few lines that lead nowhere, so that nobody leaves by mistake what is not saved. */
export function TrialBeforeSaving({ policy }: { readonly policy: EditedPolicy }) {
  const trial = useTrial(policy);
  const changed = trial.data === undefined ? [] : changedBy(trial.data);
  return (
    <div className="stack">
      <div className="row between wrap">
        <span>{guardrailTexts.tryBeforeSaving}</span>
        <Button look="small" onPress={() => trial.mutate()} isBusy={trial.isPending}>
          {guardrailTexts.try}
        </Button>
      </div>
      <PolicyFault error={trial.error} policy={policy} />
      {trial.data === undefined ? null : <TrialSummary trial={trial.data} />}
      {changed.length === 0 ? null : (
        <ul className="change-list small">
          {changed.slice(0, shownBeforeSaving).map((message) => (
            <li key={message.message_id}>
              {message.question ?? message.message_id} <WouldBe message={message} />
            </li>
          ))}
        </ul>
      )}
      {changed.length > shownBeforeSaving ? (
        <p className="small quiet">{guardrailTexts.tryMore(changed.length - shownBeforeSaving)}</p>
      ) : null}
    </div>
  );
}

const changedBy = ({ data }: Trial): readonly MessageTrial[] =>
  data.flatMap((each) => (each.kind === 'message' && each.changed === true ? [each] : []));

function TrialSummary({ trial }: { readonly trial: Trial }) {
  const { summary } = trial;
  return (
    <Notice tone={summary.changed === 0 ? 'good' : 'warn'}>
      {guardrailTexts.trySummary(summary.tried, summary.changed)} {describeEndings(changedBy(trial))}
      {summary.not_stored === 0 ? '' : ` ${guardrailTexts.tryNotStored(summary.not_stored)}`}
    </Notice>
  );
}

function TrialResult({ trial }: { readonly trial: Trial }) {
  const changed = changedBy(trial);
  return (
    <div className="stack">
      <TrialSummary trial={trial} />
      {changed.length === 0 ? null : <ChangedMessages messages={changed} />}
    </div>
  );
}

/** How many would newly wait for a person, get no answer, and so on. */
function describeEndings(changed: readonly MessageTrial[]): string {
  const byEnding = Map.groupBy(
    changed.filter(({ ending, original }) => ending !== null && ending !== original?.ending),
    ({ ending }) => String(ending),
  );
  return [...byEnding]
    .map(([ending, messages]) => guardrailTexts.tryEndings[ending]?.(messages.length) ?? '')
    .join(' ');
}

function EndingBadge({ ending }: { readonly ending: string | null }) {
  if (ending === null) return null;
  const tone = endingTones[ending];
  return <Badge {...(tone === undefined ? {} : { tone })}>{guardrailTexts.endings[ending] ?? ending}</Badge>;
}

const endingTones: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  answered: 'good',
  in_review: 'warn',
  blocked: 'bad',
};

/** Another ending, or the same with less of the text. */
function WouldBe({ message }: { readonly message: MessageTrial }) {
  if (message.ending !== null && message.ending !== message.original?.ending)
    return <EndingBadge ending={message.ending} />;
  return (
    <Badge tone={message.action === 'block' ? 'bad' : 'warn'}>
      {askTexts.actions[message.action] ?? message.action}
    </Badge>
  );
}

function ChangedMessages({ messages }: { readonly messages: readonly MessageTrial[] }) {
  return (
    <Table columns={[guardrailTexts.message, guardrailTexts.was, guardrailTexts.would]}>
      {messages.map((message) => (
        <tr key={message.message_id}>
          <td className="wide">
            <Link to="/records/$messageId" params={{ messageId: message.message_id }}>
              {message.question ?? message.message_id}
            </Link>
          </td>
          <td>
            <EndingBadge ending={message.original?.ending ?? null} />
          </td>
          <td>
            <WouldBe message={message} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
