/** Why a time stamp does not prove a time. The union is closed. */
export type TimeStampFault =
  /** It is not what RFC 3161 and RFC 5652 describe. */
  | 'malformed'
  /** The authority gave no time stamp, and perhaps a reason. */
  | 'refused'
  /** It is of another digest, or answers another request. */
  | 'other_digest'
  /** A signature, a digest or a name in it does not match. */
  | 'signature_wrong'
  /** No given root vouches for the key that signed, at the time that the stamp states. */
  | 'authority_untrusted'
  /** It uses an algorithm that is not known, or not strong enough. */
  | 'algorithm_unknown';

export class TimeStampError extends Error {
  readonly code: TimeStampFault;

  constructor(code: TimeStampFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TimeStampError';
    this.code = code;
  }
}

export const malformed = (message: string) => new TimeStampError('malformed', message);
