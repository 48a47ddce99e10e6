/** Why a language model gave no answer, or not all of one. */
export type ModelFaultCode =
  /** It has failed so often of late that it is not asked for a while. */
  | 'resting'
  /** What it may cost has been spent. */
  | 'spent'
  | 'busy'
  | 'unreachable'
  | 'timeout'
  | 'wrong_key'
  | 'not_found'
  | 'refused'
  | 'failed'
  /** It stopped in the middle of what it said. */
  | 'cut'
  | 'too_long'
  | 'too_large'
  | 'not_understood';

/**
 * It never has a cause: errors of the library that speaks with a model hold the request, and so the question and the
 * key.
 */
export class ModelFault extends Error {
  readonly code: ModelFaultCode;

  constructor(code: ModelFaultCode, message: string) {
    super(message);
    this.name = 'ModelFault';
    this.code = code;
  }
}
