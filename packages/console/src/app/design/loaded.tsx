import type { FieldError } from '@avow/contract';
import type { ReactNode } from 'react';
import type { CallError } from '../api/call.ts';
import { permissionOf } from '../texts/permissions.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { fieldName } from './field-name.ts';
import { More, type MoreProps } from './more.tsx';
import { Empty } from './surface.tsx';

interface Reading<Value> {
  readonly data: Value | undefined;
  readonly error: CallError | null;
  readonly refetch: () => unknown;
}

interface Props<Value> {
  readonly reading: Reading<Value>;
  readonly children: (value: Value) => ReactNode;
}

/** What was read; until then that it is being read, or why it could not be. */
export function Loaded<Value>({ reading, children }: Props<Value>) {
  if (reading.data !== undefined) return <>{children(reading.data)}</>;
  if (reading.error !== null) return <Fault error={reading.error} onRetry={reading.refetch} />;
  return <Loading />;
}

interface ListProps<Entry> {
  readonly list: Reading<readonly Entry[]> & MoreProps['list'];
  /** Said while there is nothing. */
  readonly empty: ReactNode;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

/** The same of a list: its entries, with more at its end. */
export function LoadedList<Entry>({ list, empty, children }: ListProps<Entry>) {
  return (
    <Loaded reading={list}>
      {(found) =>
        found.length === 0 ? (
          empty
        ) : (
          <>
            {children(found)}
            <More list={list} />
          </>
        )
      }
    </Loaded>
  );
}

export function Loading() {
  return (
    <div className="empty" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{texts.loading}</span>
    </div>
  );
}

function Fault({ error, onRetry }: { readonly error: CallError; readonly onRetry?: () => unknown }) {
  if (error.code === 'insufficient_scope') {
    return (
      <Empty title={texts.problems.forbidden}>
        <p>{neededRight(error)}</p>
      </Empty>
    );
  }
  const isGone = error.status === 404 || error.status === 410;
  return (
    <Empty
      title={isGone ? texts.problems.gone : texts.problems.title}
      actions={
        onRetry === undefined || isGone ? undefined : (
          <Button onPress={() => onRetry()}>{texts.actions.retry}</Button>
        )
      }
    >
      <p role="alert">{isGone ? texts.problems.goneHint : error.message}</p>
      {error.requestId === null || isGone ? null : (
        <p className="small mono">{texts.problems.requestId(error.requestId)}</p>
      )}
    </Empty>
  );
}

/** What is wrong with one field of what was sent. */
export function faultOf(error: Pick<CallError, 'errors'> | null, pointer: string): string | undefined {
  return error?.errors.find((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`))
    ?.message;
}

function neededRight({ message }: CallError): string {
  const [scope = ''] = /[a-z]+:[a-z]+/.exec(message) ?? [];
  return texts.problems.forbiddenHint(permissionOf(scope));
}

const Forbidden = ({ error }: { readonly error: CallError }) => (
  <div className="notice bad" role="alert">
    {`${texts.problems.forbidden}. ${neededRight(error)}`}
  </div>
);

const strip = (message: string) => `${message.replace(/\.$/, '')}.`;

const sayFault = (field: string, message: string) =>
  field === '' ? strip(message) : `${field}: ${strip(message)}`;

interface FormFaultProps {
  readonly error: CallError | null;
  /** What fields say themselves. */
  readonly shown?: readonly string[];
}

/** Why something could not be done, unless a field says it already. */
export function FormFault({ error, shown = [] }: FormFaultProps) {
  if (error === null) return null;
  if (error.code === 'insufficient_scope') return <Forbidden error={error} />;
  const isShown = ({ pointer }: FieldError) =>
    shown.some((field) => pointer === field || pointer.startsWith(`${field}/`));
  const left = error.errors.filter((each) => !isShown(each));
  const details = left.map(({ pointer, message }) => sayFault(fieldName(pointer), message));
  const isMarked = left.length < error.errors.length;
  const { invalid, marked } = texts.problems;
  const said = error.code === 'validation_failed' && error.errors.length > 0 ? invalid : error.message;
  return (
    <div className="notice bad" role="alert">
      {[said, ...details, ...(isMarked ? [marked] : [])].join(' ')}
    </div>
  );
}
