export type FetchFaultCode =
  | 'not_allowed'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'refused'
  | 'broken_off'
  | 'too_many_redirects';

/** Why an address gave no document. The message is for whoever asked for it. */
export class FetchFault extends Error {
  readonly code: FetchFaultCode;

  constructor(code: FetchFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchFault';
    this.code = code;
  }
}
