import './models.css';
import type { ModelsState, ShownModel } from '@avow/contract/models';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { useMetrics } from '../../api/use-metrics.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { modelTexts } from '../../texts/models.ts';
import { ModelList } from '../operations/model-list.tsx';
import { AskOperator } from './ask-operator.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { type ModelPlace, moveTier, putModel, requestOf } from './edit-models.ts';
import { ModelDialog, ModelFaultNotice } from './model-dialog.tsx';
import { ModelActions, ModelSummary } from './model-summary.tsx';

const tiersMax = 3;

/** The language models of the installation: who is in charge of them, and a form for each if it is the console. */
export function ModelsTab() {
  const mayChange = useMay()('tenants:manage');
  return (
    <div className="stack wide">
      {mayChange ? (
        <ModelsEditor />
      ) : (
        <>
          <AskOperator />
          <ModelHealth />
        </>
      )}
    </div>
  );
}

/** `models`: as operators see them; others see only whether each is called. */
function ModelHealth({ models }: { readonly models?: readonly ShownModel[] }) {
  const metrics = useMetrics();
  return (
    <section className="stack tight">
      <h2>{modelTexts.health}</h2>
      <p className="small quiet">{models === undefined ? modelTexts.healthOfCalls : modelTexts.healthHint}</p>
      <Loaded reading={metrics}>
        {(found) => <ModelList metrics={found} {...(models === undefined ? {} : { models })} />}
      </Loaded>
    </section>
  );
}

function ModelsEditor() {
  const models = useCall('getLanguageModels');
  return (
    <Loaded reading={models}>
      {(state) => (
        <>
          <Models state={state} />
          <ModelHealth
            models={[...state.tiers, state.refinement, state.verification, state.guardrail].filter(
              (model) => model !== null,
            )}
          />
        </>
      )}
    </Loaded>
  );
}

type Open =
  | { readonly kind: 'model'; readonly place: ModelPlace; readonly model: ShownModel | null }
  | { readonly kind: 'remove'; readonly place: ModelPlace; readonly model: ShownModel }
  | { readonly kind: 'budget' };

interface ListProps {
  readonly state: ModelsState;
  readonly isHere: boolean;
  readonly onOpen: (open: Open) => void;
  readonly actionsFor: (place: ModelPlace, model: ShownModel) => ReactNode;
}

function Models({ state }: { readonly state: ModelsState }) {
  const [open, setOpen] = useState<Open | null>(null);
  const change = useChange('replaceLanguageModels');
  const isHere = state.in_charge === 'console';
  const close = () => setOpen(null);
  const put = (body: ReturnType<typeof requestOf>) =>
    change.mutate(
      { body, headers: { 'if-match': `"${state.revision}"` } },
      { onSuccess: () => notify(modelTexts.saved), onSettled: close },
    );
  const mover = (from: ModelPlace, by: number) => {
    if (typeof from !== 'number' || state.tiers[from + by] === undefined) return undefined;
    return () => put(moveTier(requestOf(state), from, from + by));
  };
  const list: ListProps = {
    ...{ state, isHere, onOpen: setOpen },
    actionsFor: (place, model) =>
      isHere ? (
        <ModelActions
          model={model}
          onEdit={() => setOpen({ kind: 'model', place, model })}
          onRemove={() => setOpen({ kind: 'remove', place, model })}
          onUp={mover(place, -1)}
          onDown={mover(place, 1)}
        />
      ) : null,
  };
  return (
    <>
      <Notice tone="info">
        <p className="strong">{isHere ? modelTexts.consoleInCharge : modelTexts.fileInCharge}</p>
        <p className="small">{isHere ? modelTexts.consoleInChargeHint : modelTexts.fileInChargeHint}</p>
      </Notice>
      <ModelFaultNotice error={change.error} />
      <TierList {...list} />
      <HelperList {...list} />
      <TenantBudget {...list} />
      {open?.kind === 'model' ? <ModelDialog {...open} state={state} onClose={close} /> : null}
      {open?.kind === 'budget' ? <BudgetDialog state={state} onClose={close} /> : null}
      {open?.kind === 'remove' ? (
        <Confirm
          title={modelTexts.removeTitle(open.model.model)}
          isOpen
          onClose={close}
          onConfirm={() => put(putModel(requestOf(state), open.place, null))}
          action={modelTexts.removeAction}
          isDanger
          isBusy={change.isPending}
        >
          <p>{modelTexts.removeHint}</p>
        </Confirm>
      ) : null}
    </>
  );
}

/** In the order in which they are asked. The embedded models are always last. */
function TierList({ state, isHere, onOpen, actionsFor }: ListProps) {
  const { tiers } = state;
  return (
    <section className="stack">
      <div>
        <h2>{modelTexts.tiersTitle}</h2>
        <p className="small quiet">{modelTexts.tiersHint}</p>
      </div>
      <ol className="models">
        {tiers.map((model, place) => (
          <li key={`${model.provider} ${model.model} ${model.base_url}`}>
            <ModelSummary model={model}>{actionsFor(place, model)}</ModelSummary>
          </li>
        ))}
        <li>
          <div className="stack tight">
            <span className="strong">{modelTexts.embedded}</span>
            <span className="small quiet">{modelTexts.embeddedHint}</span>
          </div>
        </li>
      </ol>
      {isHere && tiers.length < tiersMax ? (
        <div>
          <Button onPress={() => onOpen({ kind: 'model', place: tiers.length, model: null })}>
            {modelTexts.add}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Models that do something else than write answers. */
function HelperList({ state, isHere, onOpen, actionsFor }: ListProps) {
  return (
    <section className="stack">
      <h2>{modelTexts.helpersTitle}</h2>
      <ul className="models">
        {(['refinement', 'verification', 'guardrail'] as const).map((place) => {
          const model = state[place];
          return (
            <li key={place} className="stack tight">
              <h3>{modelTexts.helpers[place]}</h3>
              <span className="small quiet">{modelTexts.helperHints[place]}</span>
              {model === null ? (
                <div className="row wrap">
                  <span className="quiet">{modelTexts.notSet}</span>
                  {isHere ? (
                    <Button
                      look="small"
                      aria-label={`${modelTexts.set}: ${modelTexts.helpers[place]}`}
                      onPress={() => onOpen({ kind: 'model', place, model: null })}
                    >
                      {modelTexts.set}
                    </Button>
                  ) : null}
                </div>
              ) : (
                <ModelSummary model={model}>{actionsFor(place, model)}</ModelSummary>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function TenantBudget({ state: { tenant_budget: budget }, isHere, onOpen }: ListProps) {
  return (
    <section className="stack tight">
      <h2>{modelTexts.budgetTitle}</h2>
      <p>{budget === null ? modelTexts.budgetNone : describeBudget(budget)}</p>
      {isHere ? (
        <div>
          <Button onPress={() => onOpen({ kind: 'budget' })}>{modelTexts.budgetEdit}</Button>
        </div>
      ) : null}
    </section>
  );
}

function describeBudget(budget: NonNullable<ModelsState['tenant_budget']>): string {
  const { currency, per_day: perDay, per_month: perMonth, when_spent: whenSpent } = budget;
  const parts = [
    ...(perDay === null ? [] : [modelTexts.aDay(perDay, currency)]),
    ...(perMonth === null ? [] : [modelTexts.aMonth(perMonth, currency)]),
  ];
  return `${modelTexts.budgetShown(parts)} ${modelTexts.whenSpent}: ${modelTexts.whenSpentChoices[whenSpent] ?? whenSpent}.`;
}
