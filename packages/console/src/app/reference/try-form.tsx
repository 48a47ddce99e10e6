import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { Card, Notice } from '../design/surface.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import type { ParameterNode, Reference, ReferenceOperation } from './openapi.ts';
import { jsonFault, parameterKey, type RequestDraft } from './request.ts';
import { sendTrial, type TryResult } from './send-trial.ts';
import { TryBody } from './try-body.tsx';
import type { TryIdentity } from './try-identity.ts';
import { TryResultView } from './try-result.tsx';

interface Props {
  readonly operation: ReferenceOperation;
  readonly reference: Reference;
  readonly identity: TryIdentity;
  readonly draft: RequestDraft;
  readonly onChange: (draft: RequestDraft) => void;
}

/** Fills in a request, sends it to this service, and shows its response. */
export function TryForm({ operation, reference, identity, draft, onChange }: Props) {
  const [result, setResult] = useState<TryResult | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const missing = whatIsMissing(operation, identity, draft);
    setFault(missing);
    setResult(null);
    if (missing !== null) return;
    const controller = new AbortController();
    sending.current = controller;
    setSending(true);
    try {
      const { signal } = controller;
      setResult(await sendTrial({ operation, reference, draft, identity, signal, onProgress: setResult }));
    } catch {
      if (!controller.signal.aborted) setFault(t.result.unreachable);
    } finally {
      setSending(false);
    }
  };

  const filling = { reference, draft, onChange };
  const required = operation.parameters.filter((each) => each.required === true);
  const optional = operation.parameters.filter((each) => each.required !== true);
  return (
    <Card title={t.request.try}>
      <form className="stack" onSubmit={(event) => void send(event)}>
        <Identity operation={operation} identity={identity} />
        {required.map((parameter) => (
          <ParameterField key={parameterKey(parameter)} parameter={parameter} {...filling} />
        ))}
        <TryBody operation={operation} reference={reference} draft={draft} onChange={onChange} />
        {optional.length === 0 ? null : (
          <details>
            <summary>{t.request.optional(optional.length)}</summary>
            <div className="stack optional-parameters">
              {optional.map((parameter) => (
                <ParameterField key={parameterKey(parameter)} parameter={parameter} {...filling} />
              ))}
            </div>
          </details>
        )}
        {operation.method === 'GET' || (operation.scope === null && !operation.takesSession) ? null : (
          <p className="small quiet">{t.request.changes}</p>
        )}
        <div className="row">
          <Button type="submit" look="primary" isBusy={isSending}>
            {t.request.send(operation.method)}
          </Button>
          {isSending ? <Button onPress={() => sending.current?.abort()}>{t.request.stop}</Button> : null}
        </div>
        {fault === null ? null : <Notice tone="bad">{fault}</Notice>}
      </form>
      {result === null ? null : <TryResultView result={result} />}
    </Card>
  );
}

interface ParameterFieldProps extends Pick<Props, 'reference' | 'draft' | 'onChange'> {
  readonly parameter: ParameterNode;
}

function ParameterField({ parameter, reference, draft, onChange }: ParameterFieldProps) {
  const key = parameterKey(parameter);
  const field = {
    label: parameter.required === true ? `${parameter.name} (${t.required})` : parameter.name,
    value: draft.parameters[key] ?? '',
    onChange: (value: string) => onChange({ ...draft, parameters: { ...draft.parameters, [key]: value } }),
  };
  const { type, enum: values } = reference.resolve(parameter.schema ?? {});
  const choices = values ?? (type === 'boolean' ? [t.request.yes, t.request.no] : null);
  if (choices === null) return <TextField {...field} isMono />;
  const options = [
    { value: '', label: t.request.unset },
    ...choices.map((each) => ({ value: String(each), label: String(each) })),
  ];
  return <SelectField {...field} options={options} />;
}

/** Why the request cannot be sent yet; null: it can. */
function whatIsMissing(
  { scope, takesSession, parameters }: ReferenceOperation,
  { key, usesSession }: TryIdentity,
  draft: RequestDraft,
): string | null {
  if ((scope !== null || takesSession) && !usesSession && key.trim() === '') return t.request.keyMissing;
  const empty = parameters.filter(
    (parameter) => parameter.in === 'path' && (draft.parameters[parameterKey(parameter)] ?? '') === '',
  );
  if (empty.length > 0) return t.request.missing(empty.map(({ name }) => name).join(', '));
  const fault = jsonFault(draft);
  return fault === null ? null : t.request.notJson(fault);
}

function Identity({ operation, identity }: Pick<Props, 'operation' | 'identity'>) {
  const { key, setKey, me, usesSession, setUsesSession } = identity;
  if (operation.scope === null && !operation.takesSession) return null;
  return (
    <>
      {me === null ? null : (
        <SelectField
          label={t.request.as}
          value={usesSession ? 'session' : 'key'}
          onChange={(value) => setUsesSession(value === 'session')}
          options={[
            { value: 'session', label: t.request.asSession(me.user.name) },
            { value: 'key', label: t.request.asKey },
          ]}
        />
      )}
      {usesSession ? null : (
        <TextField
          label={t.request.key}
          hint={t.request.keyHint}
          value={key}
          onChange={setKey}
          type="password"
          autoComplete="off"
          isMono
        />
      )}
    </>
  );
}
