import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@avow/foundation';
import type { Channel } from '../../sql/channel.ts';
import type { AnswerOf, Operation, Operations } from '../../sql/operation.ts';
import { ConnectionPool, type PooledConnection } from '../connection/connection-pool.ts';
import { isConflict, isUnavailable, isWrongAssumption, toAppError } from '../connection/postgres-faults.ts';
import { type Fence, shownFences } from '../transactions/fences.ts';
import { findCommit } from '../transactions/find-commit.ts';
import { OneQuery } from '../transactions/one-query.ts';
import type { Begun, Pipeline } from '../transactions/pipeline.ts';
import { LostCommit, type Owner, writeOnce } from '../transactions/transactions.ts';
import { type Args, startCall } from './start-call.ts';

/** The operations of one connection, with what they keep during a transaction. */
export interface WriteState<Offered extends Operations> {
  readonly operations: Offered;
  /** Whether the operations of the next transaction may take for granted what the server finds out anyway. */
  assume(may: boolean): void;
  /** The last operation of every transaction. */
  beforeCommit(): Operation<void>;
  /** To be called after every transaction, committed or not. */
  after(): void;
}

/** Calls that concern one thing and no rows of another, such as one message. */
export interface ApartCalls {
  /** Which one, by the name of the call. */
  readonly subjects: Readonly<Record<string, (...args: never) => string>>;
  /** Whether such a call finds out by itself whether it was committed before. */
  canRepeat(name: string, args: Args): boolean;
}

export interface WriteChannelOptions<Offered extends Operations> {
  readonly url: string;
  readonly connections: number;
  /** Limit of queued calls; beyond it a call is rejected immediately. */
  readonly waitingMax: number;
  readonly createState: () => WriteState<Offered>;
  readonly apart: ApartCalls;
  /** Each comes after those that it refers to. */
  readonly tables: readonly string[];
}

/** Calls that were made and not answered yet. */
export interface WritesWaiting {
  readonly count: number;
  /** Since when the oldest of them waits, in milliseconds; 0: none does. */
  readonly oldestMs: number;
}

interface Waiting {
  readonly name: string;
  readonly args: Args;
  readonly fences: readonly Fence[];
  resolve(value: unknown): void;
  reject(error: AppError): void;
  /** What it writes may have been committed unnoticed, or something that it took for granted was not so. */
  mustLook: boolean;
}

/** Bounds how long one commit delays the others. */
const groupMax = 128;
const attemptsMax = 4;
/** How long a server is waited for that may have committed something. */
const repeatedForMs = 15_000;
const repeatedAfterMs = 250;

/**
 * Commits the calls of a tenant in groups: while one group is written, the next gathers. Calls of one tenant are run in the
 * order in which they were made; tenants wait for a connection in the order of asking, and not for each other.
 */
export class WriteChannel<Offered extends Operations> implements Channel<Offered> {
  readonly #pool: ConnectionPool<WriteState<Offered>>;
  readonly #url: string;
  readonly #waitingMax: number;
  readonly #rules: GroupRules;
  readonly #queues = new Map<Owner, Waiting[]>();
  readonly #draining = new Set<Promise<void>>();
  /** When each call was made, in that order. */
  readonly #unanswered = new Map<Promise<unknown>, number>();
  #waitingCount = 0;
  #refused: AppError | null = null;

  constructor({ url, connections, waitingMax, createState, ...rules }: WriteChannelOptions<Offered>) {
    this.#url = url;
    this.#rules = rules;
    this.#waitingMax = waitingMax;
    this.#pool = new ConnectionPool(url, connections, createState);
  }

  call<Name extends keyof Offered & string>(name: Name, ...args: Parameters<Offered[Name]>) {
    return this.#enqueue<AnswerOf<ReturnType<Offered[Name]>>>(null, name, args);
  }

  callFor<Name extends keyof Offered & string>(
    tenantId: string,
    name: Name,
    ...args: Parameters<Offered[Name]>
  ) {
    return this.#enqueue<AnswerOf<ReturnType<Offered[Name]>>>(tenantId, name, args);
  }

  waiting(): WritesWaiting {
    const [oldestAtMs] = this.#unanswered.values();
    const oldestMs = oldestAtMs === undefined ? 0 : performance.now() - oldestAtMs;
    return { count: this.#unanswered.size, oldestMs };
  }

  /** From now on every call is rejected; earlier ones are answered. */
  refuse(refusal: AppError): void {
    this.#refused ??= refusal;
  }

  /** Every earlier call is answered first. */
  async close(): Promise<void> {
    this.refuse(new AppError('shutting_down'));
    await Promise.all(this.#draining);
    await this.#pool.close();
  }

  #enqueue<Value>(owner: Owner, name: string, args: Args): Promise<Value> {
    if (this.#refused !== null) return Promise.reject(this.#refused);
    if (this.#waitingCount >= this.#waitingMax) return Promise.reject(new AppError('overloaded'));
    this.#waitingCount += 1;
    const answered = Promise.withResolvers<Value>();
    const { promise, resolve, reject } = answered;
    this.#unanswered.set(promise, performance.now());
    const forget = () => void this.#unanswered.delete(promise);
    promise.then(forget, forget);
    const fences = shownFences();
    const waiting = {
      ...{ name, args, fences, resolve: resolve as Waiting['resolve'], reject, mustLook: false },
    };
    const queue = this.#queues.get(owner);
    if (queue === undefined) this.#startDraining(owner, [waiting]);
    else queue.push(waiting);
    return promise;
  }

  #startDraining(owner: Owner, queue: Waiting[]): void {
    this.#queues.set(owner, queue);
    const draining = this.#drain(owner, queue).finally(() => this.#draining.delete(draining));
    this.#draining.add(draining);
  }

  async #drain(owner: Owner, queue: Waiting[]): Promise<void> {
    // Together with all further calls that are made in this turn.
    await nextTurn();
    while (queue.length > 0) await this.#commit(owner, [], queue);
    this.#queues.delete(owner);
  }

  /** A group that is empty takes what has gathered in the queue by the time there is a connection for it. */
  async #commit(owner: Owner, group: Waiting[], queue: Waiting[] = []): Promise<void> {
    const fill = () => {
      if (group.length > 0) return;
      group.push(...queue.splice(0, groupMax));
      this.#waitingCount -= group.length;
    };
    try {
      const values = await this.#attempt(owner, group, fill);
      for (const [position, { resolve }] of group.entries()) resolve(values[position]);
    } catch (error) {
      fill();
      if (group.length === 1 || isUnavailable(error)) {
        for (const { reject } of group) reject(toAppError(error));
        return;
      }
      // One call failed, and the others must not: each gets its own transaction.
      for (const waiting of group) await this.#commit(owner, [waiting]);
    }
  }

  async #attempt(owner: Owner, group: readonly Waiting[], fill: () => void): Promise<readonly unknown[]> {
    let repeatUntilMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      const values: unknown[] = [];
      try {
        await this.#pool.use((session) => {
          fill();
          return writeGroup(session, owner, { group, values, ...this.#rules });
        });
        return values;
      } catch (error) {
        const isLast = attempt >= attemptsMax;
        const isUnnamed = error instanceof LostCommit && error.commit === null;
        if (isUnnamed || isWrongAssumption(error)) {
          for (const waiting of group) waiting.mustLook = true;
          if (isUnnamed) repeatUntilMs = performance.now() + repeatedForMs;
        } else if (error instanceof LostCommit && error.commit !== null) {
          const outcome = await findCommit(this.#url, error.commit);
          if (outcome === 'committed') return values;
          if (outcome === 'unknown' || isLast) throw error.cause;
        } else if (isUnavailable(error) && performance.now() < repeatUntilMs) {
          await sleep(repeatedAfterMs);
        } else if (isLast || !isConflict(error)) throw error;
      }
    }
  }
}

type GroupRules = Pick<WriteChannelOptions<Operations>, 'apart' | 'tables'>;

interface WrittenGroup extends GroupRules {
  readonly group: readonly Waiting[];
  readonly values: unknown[];
}

/** The values are in place before the commit is sent, for the case that its answer is lost and it is not repeated. */
function writeGroup<Offered extends Operations>(
  { connection, state }: PooledConnection<WriteState<Offered>>,
  owner: Owner,
  { group, values, apart, tables }: WrittenGroup,
): Promise<void> {
  const mayAssume = !group.some(({ mustLook }) => mustLook);
  const isRepeatable =
    mayAssume &&
    group.every(({ name, args }) => apart.subjects[name] !== undefined && apart.canRepeat(name, args));
  state.assume(mayAssume);
  const work = async (pipeline: Pipeline) => {
    const answers: Promise<void>[] = [];
    const begun = beginApart(pipeline, state.operations, { group, apart });
    for (const [position, { name, args }] of group.entries()) {
      const next = begun[position] ?? pipeline.begin(startCall(state.operations, name, args));
      const performed = pipeline.perform(next).then((value) => {
        values[position] = value;
      });
      // Nothing that follows in an operation of one query depends on its answer.
      if (!(next.operation instanceof OneQuery)) await performed;
      performed.catch(() => undefined);
      answers.push(performed);
    }
    await pipeline.perform(pipeline.begin(state.beforeCommit()));
    pipeline.sendGathered(tables);
    if (!isRepeatable) await Promise.all(answers);
    return answers;
  };
  return writeOnce(connection, owner, work, { fences: fencesOf(group), isRepeatable })
    .then(async (answers) => void (await Promise.all(answers)))
    .finally(() => state.after());
}

/** Each once. */
function fencesOf(group: readonly Waiting[]): readonly Fence[] {
  const fences = group.flatMap((waiting) => waiting.fences);
  return [...new Map(fences.map((one) => [`${one.name} ${one.fence}`, one])).values()];
}

/**
 * Calls of different things depend on no rows of each other: what each reads first is asked for together, so that a group
 * waits for it once. Anything else in the group may have to see what was written before it, and waits its turn.
 */
function beginApart(
  pipeline: Pipeline,
  operations: Operations,
  { group, apart }: Pick<WrittenGroup, 'group' | 'apart'>,
): ReadonlyArray<Begun | undefined> {
  const subjects = group.map(({ name, args }) => apart.subjects[name]?.(...(args as never)));
  const isMixed = subjects.includes(undefined) || new Set(subjects).size < group.length;
  if (group.length === 1 || isMixed) return [];
  pipeline.gather();
  return group.map(({ name, args }) => pipeline.begin(startCall(operations, name, args)));
}
