import type { AnswerOf, Operations } from './operation.ts';

type Arguments<Offered extends Operations, Name extends keyof Offered> = Parameters<Offered[Name]>;
type Answer<Offered extends Operations, Name extends keyof Offered> = Promise<
  AnswerOf<ReturnType<Offered[Name]>>
>;

/** Runs operations, each within a transaction. */
export interface Channel<Offered extends Operations> {
  /** Of the installation: one that belongs to no tenant, or to all of them. */
  call<Name extends keyof Offered & string>(
    name: Name,
    ...args: Arguments<Offered, Name>
  ): Answer<Offered, Name>;
  /** Of one tenant: an engine that can makes sure that no row of another is seen or changed. */
  callFor<Name extends keyof Offered & string>(
    tenantId: string,
    name: Name,
    ...args: Arguments<Offered, Name>
  ): Answer<Offered, Name>;
}
