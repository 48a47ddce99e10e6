import { calls } from 'virtual:avow-contract';
import type { FieldError, OperationId } from '@avow/contract';
import { texts } from '../texts.ts';
import { basePath } from './base-path.ts';
import type { CallId, Outputs } from './outputs.ts';
import { chosenPurpose, currentSession, endSession } from './session.ts';

/** What the service said when it refused, or that it could not be reached. */
export class CallError extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly requestId: string | null;

  constructor(fault: {
    code: string;
    status: number;
    message: string;
    errors?: readonly FieldError[];
    requestId?: string | null;
  }) {
    super(fault.message);
    this.name = 'CallError';
    this.code = fault.code;
    this.status = fault.status;
    this.errors = fault.errors ?? [];
    this.requestId = fault.requestId ?? null;
  }
}

type QueryValue = string | number | boolean | undefined;

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, with files. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Calls an operation of the contract and returns its result. */
export async function call<Id extends CallId>(id: Id, options: CallOptions = {}): Promise<Outputs[Id]> {
  const response = await send(id, options);
  if (response.status === 204) return null as Outputs[Id];
  return (await response.json()) as Outputs[Id];
}

const asking = Promise.withResolvers<(sent: string) => Promise<string>>();

/** Given by what asks people what they read records for, once it is loaded. */
export const setPurposeAsker = asking.resolve;

/** Calls an operation whose result is not JSON. Throws unless it succeeds. */
export async function send(id: OperationId, options: CallOptions = {}): Promise<Response> {
  const purpose = chosenPurpose();
  try {
    return await sendFor(purpose, id, options);
  } catch (error) {
    if (!needsPurpose(error, purpose)) throw error;
    const chosen = await (await asking.promise)(purpose);
    if (chosen === '') throw error;
    return await sendFor(chosen, id, options);
  }
}

/** The purpose that was sent may have been removed meanwhile. */
const needsPurpose = (error: unknown, sent: string) =>
  error instanceof CallError &&
  (error.code === 'purpose_required' || (error.code === 'invalid_header' && sent !== ''));

async function sendFor(purpose: string, id: OperationId, options: CallOptions): Promise<Response> {
  const { method } = placeOf(id);
  const response = await fetch(composeAddress(id, options), {
    method,
    headers: { ...headersOf(id, options), ...(purpose === '' ? {} : { [purposeHeader]: purpose }) },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.form === undefined ? {} : { body: options.form }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError({ code: 'unreachable', status: 0, message: texts.problems.unreachable });
  });
  if (response.ok) return response;
  throw await readProblem(response);
}

function placeOf(id: OperationId): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = calls[id]?.split(' ') ?? [];
  return { method, path };
}

/** The address of an operation with its parameters. */
export function composeAddress(id: OperationId, { params = {}, query = {} }: CallOptions): string {
  const path = placeOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
  const address = `${basePath}${path}`;
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`;
}

const csrfHeader = 'x-csrf-token';
const purposeHeader = 'avow-purpose';

function headersOf(id: OperationId, { body, headers = {} }: CallOptions): Record<string, string> {
  const session = currentSession();
  const isSafe = placeOf(id).method === 'GET';
  return {
    ...(isSafe || session.kind !== 'in' ? {} : { [csrfHeader]: session.me.csrf_token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

async function readProblem(response: Response): Promise<CallError> {
  const problem = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  // A wrong password ends no session.
  if (response.status === 401 && problem?.['code'] !== 'sign_in_failed') endSession('refused');
  const text = problem?.['detail'] ?? problem?.['title'];
  return new CallError({
    code: String(problem?.['code'] ?? 'unknown'),
    status: response.status,
    message: typeof text === 'string' ? text : texts.problems.status(response.status),
    errors: Array.isArray(problem?.['errors']) ? (problem['errors'] as FieldError[]) : [],
    requestId: response.headers.get('x-request-id'),
  });
}
