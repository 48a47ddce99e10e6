export type FetchFaultCode =
  | 'not_allowed'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'refused'
  | 'broken_off'
  | 'too_many_redirects';

/** Why an address could not be fetched. The message is shown to the caller. */
export class FetchFault extends Error {
  readonly code: FetchFaultCode;

  constructor(code: FetchFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchFault';
    this.code = code;
  }
}
