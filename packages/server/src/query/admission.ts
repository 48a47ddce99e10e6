import type { QueryRequest } from '@avow/contract';
import type { InputOutcome } from '../interfaces/guard.ts';
import type { MessageId, PackId, TenantId, ThreadId } from '../interfaces/identity.ts';
import type { ClaimName } from '../interfaces/record-store.ts';

/** An admitted question: everything the rest of the path needs, and nothing of how it came in. It can be stored and taken up again. */
export interface Admission {
  readonly tenantId: TenantId;
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
  readonly request: QueryRequest;
  readonly packIds: readonly PackId[] | null;
  readonly claim: ClaimName | null;
  /** What the input guardrails said, where they ran before the answer was begun; the prompt is then the redacted one. */
  readonly input: InputOutcome | null;
}
