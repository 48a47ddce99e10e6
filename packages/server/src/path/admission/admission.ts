import type { QueryRequest } from '@avow/contract';
import type { MessageId, PackId, TenantId, ThreadId } from '@avow/foundation';
import type { InputOutcome } from '@avow/guardrails';
import type { ClaimName } from '../../features/records/record-store.ts';

/** An admitted query: everything the rest of the path needs, and nothing of the transport. It can be stored and resumed. */
export interface Admission {
  readonly tenantId: TenantId;
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
  readonly request: QueryRequest;
  readonly packIds: readonly PackId[] | null;
  readonly claim: ClaimName | null;
  /** The input guardrails' outcome, if they ran before the answer was started; the prompt is then the redacted one. */
  readonly input: InputOutcome | null;
}
