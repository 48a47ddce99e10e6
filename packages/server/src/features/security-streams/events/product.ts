/** Who reports: the name and the version of the software. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** A sentence for people who read events one by one. */
export function describeAction(kind: string, action: string): string {
  return `${kind.replaceAll('_', ' ')}: ${action.replaceAll('_', ' ')}`;
}

const verdicts = { flag: 'flagged', redact: 'redacted', block: 'blocked', failed: 'did not run on' } as const;

export function describeFinding({
  name,
  did,
  isShadow,
}: {
  readonly name: string;
  readonly did: keyof typeof verdicts;
  readonly isShadow: boolean;
}): string {
  return `The guardrail ${name} ${isShadow ? 'on trial ' : ''}${verdicts[did]} a message.`;
}
