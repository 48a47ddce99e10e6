import type { ShownModel } from '@avow/contract/models';
import type { Metric } from '../../api/read-metrics.ts';
import { formatDateTime } from '../../design/format.ts';
import { Badge } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

interface Props {
  readonly metrics: readonly Metric[];
  /** As operators see them, with how each did when it was last checked. */
  readonly models?: readonly ShownModel[];
}

/** The language models that are set up, whether each can be called, and how its last check went. */
export function ModelList({ metrics, models }: Props) {
  const called = new Map(
    metrics
      .filter(({ name }) => name === 'avow_model_available')
      .map(({ labels, value }) => [Object.values(labels).join(' '), value === 1]),
  );
  const checks = new Map<string, NonNullable<ShownModel['last_check']>>(
    (models ?? []).flatMap(({ provider, model, last_check: check }) =>
      check === null ? [] : [[`${provider}/${model}`, check] as const],
    ),
  );
  const names = new Set([...called.keys(), ...checks.keys()]);
  const isCheckKnown = models !== undefined;
  if (names.size === 0) return <p className="quiet">{operationTexts.noModels}</p>;
  return (
    <ul className="stack">
      {[...names].map((name) => (
        <li key={name} className="row wrap">
          <Health
            name={name}
            isCalled={called.get(name) ?? true}
            check={checks.get(name) ?? null}
            isCheckKnown={isCheckKnown}
          />
        </li>
      ))}
      {isCheckKnown ? null : <li className="small quiet">{operationTexts.availableMeans}</li>}
    </ul>
  );
}

interface HealthProps {
  readonly name: string;
  readonly isCalled: boolean;
  readonly check: ShownModel['last_check'];
  readonly isCheckKnown: boolean;
}

function Health({ name, isCalled, check, isCheckKnown }: HealthProps) {
  if (check === null || check.works)
    return (
      <>
        <Badge tone={isCalled ? 'good' : 'bad'}>
          {`${name}: ${isCalled ? operationTexts.available : operationTexts.paused}`}
        </Badge>
        {isCheckKnown ? (
          <span className="small quiet">
            {check === null
              ? operationTexts.notChecked
              : operationTexts.checkWorked(formatDateTime(check.checked_at))}
          </span>
        ) : null}
      </>
    );
  return (
    <>
      <Badge tone="bad">{`${name}: ${operationTexts.checkFailed}`}</Badge>
      <span className="small">
        {operationTexts.checkFailedWhy(formatDateTime(check.checked_at), check.fault?.message ?? '')}
      </span>
    </>
  );
}
