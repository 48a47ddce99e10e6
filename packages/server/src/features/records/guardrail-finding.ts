/** `failed`: it did not run, or not to its end. */
export interface GuardrailFinding {
  readonly guardrailId: string;
  readonly name: string;
  readonly did: 'flag' | 'redact' | 'block' | 'failed';
  readonly isShadow: boolean;
}
