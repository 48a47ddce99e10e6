import type { AnswerOf, Operations } from './operation.ts';
import type { ReadOperations } from './read-operations.ts';
import type { WriteOperations } from './write-operations.ts';

type ArgumentOf<Offered extends Operations, Name extends keyof Offered> = Parameters<Offered[Name]>[0];
type Answer<Offered extends Operations, Name extends keyof Offered> = Promise<
  AnswerOf<ReturnType<Offered[Name]>>
>;

/** Runs operations, each within a transaction. */
export interface Channel<Offered extends Operations> {
  /** Of the installation: one that belongs to no tenant, or to all of them. */
  call<Name extends keyof Offered & string>(
    name: Name,
    argument: ArgumentOf<Offered, Name>,
  ): Answer<Offered, Name>;
  /** Of one tenant: an engine that can makes sure that no row of another is seen or changed. */
  callFor<Name extends keyof Offered & string>(
    tenantId: string,
    name: Name,
    argument: ArgumentOf<Offered, Name>,
  ): Answer<Offered, Name>;
}

/** Where the stores send their operations. */
export interface StoreChannels {
  readonly writer: Channel<WriteOperations>;
  readonly reader: Channel<ReadOperations>;
}
