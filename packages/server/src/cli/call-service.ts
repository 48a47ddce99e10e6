import { type ProblemDocument, problemDocumentSchema } from '@avow/contract';
import type { Config } from '../config/load-config.ts';
import { serviceUrl } from '../config/service-url.ts';
import { UserError } from '../errors/user-error.ts';

const timeoutMs = 130_000;

/** One request to a running service, as a client makes it. A problem document becomes a message for a person. */
export async function callService(
  config: Config,
  request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown },
): Promise<unknown> {
  if (config.clientKey === null)
    throw new UserError('Set AVOW_API_KEY to a key of this service ("avow keys create" makes one).');
  const baseUrl = config.clientUrl ?? serviceUrl(config);
  const response = await fetch(`${baseUrl}${request.path}`, {
    method: request.method,
    headers: {
      authorization: `Bearer ${config.clientKey}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new UserError(
      `No answer from ${baseUrl}. Is the service running ("avow serve")? AVOW_URL says where to look.`,
      { cause },
    );
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const problem = problemDocumentSchema.safeParse(body);
  throw new UserError(
    problem.success
      ? describeProblem(problem.data)
      : `${baseUrl} answered with status ${response.status}, and is perhaps not Avow.`,
  );
}

function describeProblem({ title, detail, code, request_id, errors }: ProblemDocument): string {
  const faults = (errors ?? []).map(({ pointer, message }) => `\n  ${pointer}: ${message}`).join('');
  return `${title}: ${detail ?? ''}${faults}\n(${code}, request ${request_id})`;
}
