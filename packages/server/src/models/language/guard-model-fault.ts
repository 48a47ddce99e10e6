export type GuardModelFaultCode =
  | 'unreachable'
  | 'wrong_key'
  | 'not_found'
  | 'busy'
  | 'refused'
  | 'failed'
  | 'too_long'
  | 'too_large'
  | 'not_understood';

/**
 * Why a guardrail model gave no judgement. It never has a cause: errors of the library that speaks with the model hold
 * the request, and so the text and the key.
 */
export class GuardModelFault extends Error {
  readonly code: GuardModelFaultCode;

  constructor(code: GuardModelFaultCode, message: string) {
    super(message);
    this.name = 'GuardModelFault';
    this.code = code;
  }
}
