import type { ModelsState } from '@avow/contract/models';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { notify } from '../../design/toast.tsx';
import { modelTexts } from '../../texts/models.ts';
import { texts } from '../../texts.ts';
import { requestOf } from './edit-models.ts';
import { ModelFaultNotice } from './model-dialog.tsx';

interface Props {
  readonly state: ModelsState;
  readonly onClose: () => void;
}

const amountOf = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** What each tenant may spend on all models together. Without amounts there is no limit. */
export function BudgetDialog({ state, onClose }: Props) {
  const { tenant_budget: budget } = state;
  const [currency, setCurrency] = useState(budget?.currency ?? state.tiers[0]?.price?.currency ?? '');
  const [perDay, setPerDay] = useState(budget?.per_day == null ? '' : String(budget.per_day));
  const [perMonth, setPerMonth] = useState(budget?.per_month == null ? '' : String(budget.per_month));
  const [whenSpent, setWhenSpent] = useState<string>(budget?.when_spent ?? 'refuse');
  const save = useChange('replaceLanguageModels');
  const amounts = { per_day: amountOf(perDay), per_month: amountOf(perMonth) };
  const isLimited = amounts.per_day !== undefined || amounts.per_month !== undefined;
  const submit = () =>
    save.mutate(
      {
        body: {
          ...requestOf(state),
          tenant_budget: isLimited
            ? { currency: currency.trim().toUpperCase(), ...amounts, when_spent: whenSpent }
            : null,
        },
        headers: { 'if-match': `"${state.revision}"` },
      },
      {
        onSuccess: () => {
          notify(modelTexts.saved);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={modelTexts.budgetTitle}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: texts.actions.save, isBusy: save.isPending }}
    >
      <div className="stack">
        <p className="quiet">{modelTexts.budgetHint}</p>
        <TextField
          label={modelTexts.currency}
          value={currency}
          onChange={setCurrency}
          isRequired={isLimited}
        />
        <div className="columns">
          <TextField
            label={modelTexts.perDayField}
            type="number"
            min={0}
            step={0.01}
            value={perDay}
            onChange={setPerDay}
          />
          <TextField
            label={modelTexts.perMonthField}
            type="number"
            min={0}
            step={0.01}
            value={perMonth}
            onChange={setPerMonth}
          />
        </div>
        <SelectField
          label={modelTexts.whenSpent}
          value={whenSpent}
          onChange={setWhenSpent}
          options={Object.entries(modelTexts.whenSpentChoices).map(([value, label]) => ({ value, label }))}
        />
        <ModelFaultNotice error={save.error} />
      </div>
    </Dialog>
  );
}
