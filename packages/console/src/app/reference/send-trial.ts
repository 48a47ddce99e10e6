import { basePath } from '../api/base-path.ts';
import type { Reference, ReferenceOperation } from './openapi.ts';
import { filledPath, formType, headersOf, isFileField, type RequestDraft } from './request.ts';
import type { TryIdentity } from './try-identity.ts';

export interface TryResult {
  readonly status: number;
  readonly statusText: string;
  readonly mediaType: string;
  readonly requestId: string | null;
  readonly timeMs: number;
  readonly text: string;
  readonly isCut: boolean;
  /** More is still arriving. */
  readonly isOpen: boolean;
}

/** What is shown of a response; the rest is not read. */
export const shownCharactersMax = 200_000;

interface SendOptions {
  readonly operation: ReferenceOperation;
  readonly reference: Reference;
  readonly draft: RequestDraft;
  readonly identity: TryIdentity;
  readonly signal: AbortSignal;
  readonly onProgress: (result: TryResult) => void;
}

/** Sends a request to this service and reports its response as it arrives. */
export async function sendTrial(options: SendOptions): Promise<TryResult> {
  const { operation, draft, identity, signal, onProgress } = options;
  const startedMs = performance.now();
  const response = await fetch(`${basePath}${filledPath(operation, draft)}`, {
    method: operation.method,
    headers: { ...headersOf(operation, draft), ...authentication(operation, identity) },
    // A key is tried as the key alone: a session must not make up for what it lacks.
    credentials: identity.usesSession ? 'same-origin' : 'omit',
    cache: 'no-store',
    redirect: 'manual',
    signal,
    ...bodyOf(options),
  });
  const facts = {
    status: response.status,
    statusText: response.statusText,
    mediaType: response.headers.get('content-type') ?? '',
    requestId: response.headers.get('x-request-id'),
  };
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  const body = await readBody(response, (text) =>
    onProgress({ ...facts, timeMs: elapsedMs(), text, isCut: false, isOpen: true }),
  );
  return { ...facts, timeMs: elapsedMs(), ...body, isOpen: false };
}

function authentication(
  { method, scope, takesSession }: ReferenceOperation,
  { key, me, usesSession }: TryIdentity,
): Record<string, string> {
  if (usesSession && me !== null) return method === 'GET' ? {} : { 'X-CSRF-Token': me.csrf_token };
  return (scope !== null || takesSession) && key !== '' ? { Authorization: `Bearer ${key.trim()}` } : {};
}

function bodyOf({ operation, reference, draft }: SendOptions): { body?: BodyInit } {
  if (draft.mediaType === null) return {};
  if (draft.mediaType !== formType) return draft.text.trim() === '' ? {} : { body: draft.text };
  const form = new FormData();
  const { properties = {} } = reference.resolve(operation.body?.content[formType]?.schema ?? {});
  for (const [name, schema] of Object.entries(properties)) {
    if (isFileField(schema, reference)) for (const file of draft.files) form.append(name, file);
    else if ((draft.fields[name] ?? '') !== '') form.append(name, draft.fields[name] ?? '');
  }
  return { body: form };
}

async function readBody(
  response: Response,
  onText: (text: string) => void,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (response.body === null) return { text: '', isCut: false };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    text += value;
    if (text.length >= shownCharactersMax) {
      await reader.cancel();
      return { text: text.slice(0, shownCharactersMax), isCut: true };
    }
    onText(text);
  }
}
