import {
  type Client,
  ConnectionError,
  createClient,
  type FieldError,
  ProblemError,
  StreamBrokenError,
  UnexpectedResponseError,
} from '@avow/client';
import { UserError } from '@avow/foundation';
import type { Config } from '../config/load-config.ts';
import { defaultServiceUrl } from '../config/service-url.ts';

/** Calls the running service that the settings name. What goes wrong becomes a message for the person at the terminal. */
export async function withService<Result>(
  config: Config,
  use: (service: Client) => Promise<Result>,
  { retryDelayMs = 2000, purpose }: { readonly retryDelayMs?: number; readonly purpose?: string } = {},
): Promise<Result> {
  const { baseUrl, apiKey } = serviceOf(config);
  // A person sees at once that the service does not respond; a stream outlasts the restart of an update.
  const options = { baseUrl, apiKey, retriesMax: 0, retryDelayMs };
  const named = purpose === undefined ? options : { ...options, purpose };
  try {
    return await use(createClient(named));
  } catch (error) {
    throw asUserError(error, baseUrl);
  }
}

/** The address and the key of the service that the settings name. */
export function serviceOf(config: Config): { readonly baseUrl: string; readonly apiKey: string } {
  if (config.clientKey === null)
    throw new UserError(
      'AVOW_API_KEY is not set. Set it to an API key of the service ("avow keys create" creates one).',
    );
  return { baseUrl: config.clientUrl ?? defaultServiceUrl(config), apiKey: config.clientKey };
}

function asUserError(error: unknown, baseUrl: string): unknown {
  if (error instanceof ProblemError) return new UserError(describeProblem(error), { cause: error });
  if (error instanceof StreamBrokenError)
    return new UserError(
      'The connection was lost before the answer was complete. "avow audit MESSAGE_ID" shows how the message ended.',
      { cause: error },
    );
  if (error instanceof ConnectionError)
    return new UserError(
      `${baseUrl} does not respond. Start the service with "avow serve", or set AVOW_URL to its address.`,
      { cause: error },
    );
  if (error instanceof UnexpectedResponseError)
    return new UserError(
      `${baseUrl} responded with status ${error.status} but not as Avow does: check AVOW_URL.`,
      { cause: error },
    );
  return error;
}

function describeProblem({ message, code, requestId, errors }: ProblemError): string {
  const faults = errors.map(({ pointer, message: fault }: FieldError) => `\n  ${pointer}: ${fault}`).join('');
  return `${message}${faults}\n(${code}, request ${requestId})`;
}
