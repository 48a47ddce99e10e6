export type SourceFaultCode =
  /** The credentials were refused, or are missing. */
  | 'unauthorized'
  /** There is no such site, repository or bucket. */
  | 'not_found'
  | 'unreachable'
  /** Its address is one that may not be reached from here. */
  | 'not_allowed'
  /** It does not speak the protocol that it should. */
  | 'invalid'
  | 'too_large'
  /** Reading it took more memory or time than it may, or broke the process that reads it. */
  | 'crashed';

/** Why a source could not be read at all. The message is shown to the people who manage it, and contains no credentials. */
export class SourceFault extends Error {
  readonly code: SourceFaultCode;

  constructor(code: SourceFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceFault';
    this.code = code;
  }
}
