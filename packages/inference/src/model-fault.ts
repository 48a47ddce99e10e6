/** Why a language model gave no answer, or not all of one. */
export type ModelFaultCode =
  /** It has failed repeatedly and is not called for a while. */
  | 'resting'
  /** Its budget is exhausted. */
  | 'spent'
  | 'busy'
  | 'unreachable'
  | 'timeout'
  | 'wrong_key'
  | 'not_found'
  | 'refused'
  | 'failed'
  /** It stopped in the middle of its output. */
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
