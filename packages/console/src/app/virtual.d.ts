/** Written by the build from the operations of the contract. */
declare module 'virtual:avow-contract' {
  import type { OperationId } from '@avow/contract';
  /** The method and the path of each operation that a page names. */
  export const calls: Readonly<Partial<Record<OperationId, string>>>;
  /** What is refused before it is sent. */
  export const limits: {
    readonly questionCodePointsMax: number;
    readonly uploadBytesMax: number;
    readonly uploadFilesMax: number;
  };
}

/** Written by the build from the checks of the contract. */
declare module 'virtual:avow-checks' {
  import type { GuardrailCheck, SettingDescription } from '@avow/contract/guardrails';
  export const checks: Readonly<
    Record<
      GuardrailCheck,
      {
        readonly stages: readonly string[];
        readonly actions: readonly string[];
        readonly threshold: number;
        readonly failMode: 'open' | 'closed';
        readonly settings: readonly SettingDescription[];
      }
    >
  >;
}

/** Written by the build: what each operation of the contract does, in words. */
declare module 'virtual:avow-operations' {
  import type { OperationId } from '@avow/contract';
  export const summaries: Readonly<Record<OperationId, string>>;
}
