import type { ModelCheckResult, ModelsState, ShownModel } from '@avow/contract/models';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { modelTexts } from '../../texts/models.ts';
import { texts } from '../../texts.ts';
import {
  emptyFields,
  fieldsOf,
  type ModelFields,
  type ModelPlace,
  modelOf,
  pointerOf,
  putModel,
  requestOf,
} from './edit-models.ts';

interface Props {
  readonly state: ModelsState;
  readonly place: ModelPlace;
  /** Null: there is none in this place yet. */
  readonly model: ShownModel | null;
  readonly onClose: () => void;
}

/** One model in plain fields, checked before it is saved. */
export function ModelDialog({ state, place, model, onClose }: Props) {
  const [fields, setFields] = useState<ModelFields>(model === null ? emptyFields : fieldsOf(model));
  const save = useChange('replaceLanguageModels');
  const client = useQueryClient();
  const check = useMutation<ModelCheckResult, CallError>({
    mutationFn: () => call('checkLanguageModel', { body: { model: modelOf(fields) } }),
    // What is shown of its health.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['getLanguageModels'] }),
  });
  const change = (next: Partial<ModelFields>) => {
    setFields({ ...fields, ...next });
    save.reset();
    check.reset();
  };
  const submit = () =>
    save.mutate(
      {
        body: putModel(requestOf(state), place, modelOf(fields)),
        headers: { 'if-match': `"${state.revision}"` },
      },
      {
        onSuccess: () => {
          notify(whatWasSaved(check.data, fields.model));
          onClose();
        },
      },
    );
  const fault = (name: string) =>
    faultOf(save.error, `${pointerOf(place)}/${name}`) ?? faultOf(check.error, `/model/${name}`);
  return (
    <Dialog
      title={model === null ? modelTexts.addTitle : modelTexts.editTitle}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onClose}>{texts.actions.cancel}</Button>
          <Button onPress={() => check.mutate()} isBusy={check.isPending}>
            {modelTexts.check}
          </Button>
          <Button look="primary" type="submit" isBusy={save.isPending}>
            {texts.actions.save}
          </Button>
        </>
      }
    >
      <div className="stack">
        <SourceFields fields={fields} change={change} fault={fault} />
        {/* What a model of guardrails costs is not counted. */}
        {place === 'guardrail' ? null : <CostFields fields={fields} change={change} fault={fault} />}
        <CheckOutcome check={check} />
        <ModelFaultNotice error={save.error} />
      </div>
    </Dialog>
  );
}

/** What fails its check is set all the same: it may be there later. */
const whatWasSaved = (checked: ModelCheckResult | undefined, name: string): string =>
  checked === undefined || checked.works
    ? modelTexts.saved
    : modelTexts.savedFailing(name, checked.fault?.message ?? texts.none);

interface FieldsProps {
  readonly fields: ModelFields;
  readonly change: (next: Partial<ModelFields>) => void;
  readonly fault: (name: string) => string | undefined;
}

/** The local model of a file cannot be set here. */
const providers = Object.entries(modelTexts.providers).filter(([value]) => value !== 'local');

function SourceFields({ fields, change, fault }: FieldsProps) {
  const { provider } = fields;
  const isOwnServer = provider === 'openai_compatible';
  const keyHint =
    fields.keyId !== null ? modelTexts.keyKept : isOwnServer ? modelTexts.keyNone : modelTexts.keyNew;
  return (
    <>
      <SelectField
        label={modelTexts.provider}
        value={provider}
        onChange={(next) => change({ provider: next, keyId: null })}
        options={providers.map(([value, label]) => ({ value, label }))}
      />
      <TextField
        label={modelTexts.model}
        hint={modelTexts.modelHint}
        value={fields.model}
        onChange={(model) => change({ model })}
        fault={fault('model')}
        isRequired
      />
      {provider === 'bedrock' ? (
        <TextField
          label={modelTexts.region}
          hint={modelTexts.regionHint}
          value={fields.region}
          onChange={(region) => change({ region })}
          fault={fault('region')}
          isRequired
        />
      ) : null}
      <TextField
        label={modelTexts.address}
        hint={isOwnServer ? modelTexts.addressHint : modelTexts.addressOptional}
        value={fields.address}
        // A stored key goes nowhere but where it was given for.
        onChange={(address) => change({ address, keyId: null })}
        fault={fault('base_url')}
        isRequired={isOwnServer}
      />
      <TextField
        label={modelTexts.key}
        hint={keyHint}
        type="password"
        autoComplete="off"
        value={fields.key}
        onChange={(key) => change({ key })}
        fault={fault('key')}
      />
    </>
  );
}

function CostFields({ fields, change, fault }: FieldsProps) {
  const isPriced = fields.currency.trim() !== '';
  return (
    <div className="columns">
      <TextField
        label={modelTexts.currency}
        hint={modelTexts.currencyHint}
        value={fields.currency}
        onChange={(currency) => change({ currency })}
        fault={fault('price/currency')}
      />
      <TextField
        label={modelTexts.inputPrice}
        type="number"
        min={0}
        step={0.01}
        value={fields.inputPrice}
        onChange={(inputPrice) => change({ inputPrice })}
        fault={fault('price/input_per_million')}
        isRequired={isPriced}
      />
      <TextField
        label={modelTexts.outputPrice}
        type="number"
        min={0}
        step={0.01}
        value={fields.outputPrice}
        onChange={(outputPrice) => change({ outputPrice })}
        fault={fault('price/output_per_million')}
        isRequired={isPriced}
      />
      <TextField
        label={modelTexts.budgetPerDay}
        hint={modelTexts.budgetPerDayHint}
        type="number"
        min={0}
        step={0.01}
        value={fields.budgetPerDay}
        onChange={(budgetPerDay) => change({ budgetPerDay })}
        fault={fault('budget_per_day')}
      />
    </div>
  );
}

function CheckOutcome({
  check: { data, error },
}: {
  readonly check: { readonly data: ModelCheckResult | undefined; readonly error: CallError | null };
}) {
  if (error !== null) return <ModelFaultNotice error={error} />;
  if (data === undefined) return null;
  return (
    <Notice tone={data.works ? 'good' : 'bad'}>
      {data.works ? modelTexts.works(data.took_ms) : modelTexts.fails(data.fault?.message ?? texts.none)}
    </Notice>
  );
}

/** Why models were not set. What is wrong with a field is said beside it. */
export function ModelFaultNotice({ error }: { readonly error: CallError | null }) {
  if (error === null) return null;
  return (
    <div className="notice bad" role="alert">
      {error.status === 412 ? modelTexts.conflict : error.message}{' '}
      {error.errors.map(({ message }) => `${message}.`).join(' ')}
    </div>
  );
}
