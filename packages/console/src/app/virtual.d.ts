/** Written by the build from the operations of the contract. */
declare module 'virtual:avow-contract' {
  import type { OperationId, Scope } from '@avow/contract';
  export const calls: Readonly<
    Record<OperationId, { readonly method: string; readonly path: string; readonly scope: Scope | null }>
  >;
}
