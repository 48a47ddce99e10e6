import type { PolicyState, PolicyVersionEntry } from '@avow/contract/guardrails';
import { useState } from 'react';
import { useCall, useChange, useList } from '../../api/use-call.ts';
import { useCallerNames } from '../../api/use-names.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Diff } from '../../design/diff.tsx';
import { formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { texts } from '../../texts.ts';
import { describeChanges } from './describe-changes.ts';
import { editPolicy } from './edited-policy.ts';
import { ChangeList } from './save-dialogs.tsx';

/** Every policy there was, and how each differs from the one in force. */
export function PolicyHistory({ current }: { readonly current: PolicyState }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isResetting, setResetting] = useState(false);
  const versions = useList('listGuardrailVersions');
  const callerName = useCallerNames();
  const reset = useChange('resetGuardrails');
  return (
    <div className="stack">
      <div>
        <Button look="small" onPress={() => setResetting(true)} isDisabled={current.built_in}>
          {guardrailTexts.reset}
        </Button>
      </div>
      <Loaded reading={versions}>
        {(found) => (
          <>
            <Table
              columns={[
                guardrailTexts.tabs.history,
                guardrailTexts.when,
                guardrailTexts.by,
                { title: guardrailTexts.compare, isUnseen: true },
              ]}
            >
              {withBuiltIn(found).map((version) => (
                <tr key={version.revision} className={version.revision === chosen ? 'chosen' : undefined}>
                  <td className="wide">
                    <span>
                      {`${guardrailTexts.revision(version.revision)} `}
                      {version.built_in ? <Badge>{guardrailTexts.builtIn}</Badge> : null}
                    </span>
                  </td>
                  <td className="nums">
                    {version.created_at === null ? guardrailTexts.never : formatDateTime(version.created_at)}
                  </td>
                  <td>{version.created_by === null ? texts.none : callerName(version.created_by)}</td>
                  <td className="end">
                    {version.revision === current.revision ? null : (
                      <Button
                        look="small"
                        aria-label={texts.actionOf(
                          guardrailTexts.compare,
                          guardrailTexts.revision(version.revision),
                        )}
                        onPress={() => setChosen(version.revision)}
                      >
                        {guardrailTexts.compare}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
            <More list={versions} />
          </>
        )}
      </Loaded>
      {chosen === null ? null : <PolicyDiff key={chosen} revision={chosen} current={current} />}
      <Confirm
        title={guardrailTexts.resetTitle}
        isOpen={isResetting}
        onClose={() => setResetting(false)}
        onConfirm={() => reset.mutate({}, { onSuccess: () => setResetting(false) })}
        action={guardrailTexts.reset}
        isBusy={reset.isPending}
        error={reset.error}
      >
        <p>{guardrailTexts.resetHint}</p>
      </Confirm>
    </div>
  );
}

/** What was in force before anything was set. */
function withBuiltIn(versions: readonly PolicyVersionEntry[]): readonly PolicyVersionEntry[] {
  const first = { ...versions[0], revision: 0, built_in: true, created_at: null, created_by: null };
  return versions.length === 0 || versions.some(({ revision }) => revision === 0)
    ? versions
    : [...versions, first as PolicyVersionEntry];
}

function PolicyDiff({ revision, current }: { readonly revision: number; readonly current: PolicyState }) {
  const old = useCall('getGuardrails', { query: { revision } });
  return (
    <Loaded reading={old}>
      {(found) => (
        <div className="stack">
          <h2>{guardrailTexts.changedSince(revision)}</h2>
          <ChangeList changes={describeChanges(editPolicy(found.policy), editPolicy(current.policy))} />
          <Diff
            before={JSON.stringify(found.policy, null, 2)}
            after={JSON.stringify(current.policy, null, 2)}
          />
        </div>
      )}
    </Loaded>
  );
}
