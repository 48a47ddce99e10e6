import type { ChildProcess } from 'node:child_process';
import { type ConfinedProcess, notConfinedCode, type ProcessChannel } from '@avow/confinement';
import { watchMemory } from '@avow/documents';
import { SourceFault } from '../source-fault.ts';
import { checkMessage } from './check-message.ts';
import { crossingLimits, type ProcessLimits } from './process-limits.ts';
import type { SourceMessage, SourceRequest } from './source-messages.ts';

type Answer = Exclude<SourceMessage, { readonly kind: 'alive' }>;

const stderrUnitsMax = 16 * 1024;
const startMs = 60_000;
/** A process that is looked at so often without a word is stuck: this one may have been stopped for a while too. */
const looksMax = 8;
const alivesSpare = 100;
/** The memory of the runtime and of the code before anything is read. */
const runtimeMebibytes = 192;
const mebibyte = 1024 * 1024;

/**
 * The parent's end of the channel to a process that reads a source. What the process says is checked: it may have been taken
 * over by what it reads. It is killed when it breaks a rule, does not answer or takes too long.
 */
export class SourceChannel {
  readonly #child: ChildProcess;
  readonly #channel: ProcessChannel;
  readonly #limits: ProcessLimits;
  readonly #closed: Promise<void>;
  readonly #startedAtMs = performance.now();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stopWatching: () => void;
  #waiting: { resolve(answer: Answer): void; reject(error: unknown): void } | null = null;
  /** Why there will be no more answers. */
  #failure: { readonly error: unknown } | null = null;
  #looks = 0;
  #alives = 0;
  #complaint = '';

  constructor({ child, channel }: ConfinedProcess, limits: ProcessLimits) {
    this.#child = child;
    this.#channel = channel;
    this.#limits = limits;
    const residentBytesMax = (limits.memoryMebibytes + runtimeMebibytes) * mebibyte;
    this.#stopWatching = watchMemory(child.pid ?? 0, residentBytesMax, () => this.fail(this.#outOfMemory()));
    channel.listen((said) => this.#hear(said));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-stderrUnitsMax);
    });
    this.#closed = new Promise((resolve) => {
      const close = () => {
        this.fail(this.#crash());
        resolve();
      };
      child.on('close', close);
      child.on('error', close);
    });
  }

  /** Resolves when the process is ready to be asked. */
  async open(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.fail(signal.reason), { once: true });
    if (signal.aborted) this.fail(signal.reason);
    const starting = setTimeout(
      () => this.fail(new Error('the process that reads sources does not start')),
      startMs,
    );
    try {
      const { kind } = await this.#receive();
      if (kind !== 'ready') this.fail(brokenRule());
    } catch (error) {
      // No source was read yet.
      if (this.#child.exitCode === notConfinedCode) throw unconfined();
      if (error instanceof SourceFault)
        throw new Error(`the process that reads sources ends: ${this.#complaint}`);
      throw error;
    } finally {
      clearTimeout(starting);
    }
    const { busyMs, readingMs } = this.#limits;
    this.#timers.push(setInterval(() => this.#look(), busyMs / looksMax));
    const hours = readingMs / 3_600_000;
    const late = new SourceFault('too_large', `Reading the source takes longer than ${hours} hours.`);
    this.#timers.push(setTimeout(() => this.fail(late), readingMs));
  }

  /** Resolves when the process can take more. */
  async send(request: SourceRequest): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error;
    // The end of the process is noticed separately.
    await new Promise<void>((resolve) => this.#channel.send(request, resolve));
  }

  /** The next message. Rejects with a `SourceFault`, or the reason of the signal. */
  async next(): Promise<Answer> {
    const answer = this.#receive();
    this.send({ kind: 'next' }).catch(() => undefined);
    return await answer;
  }

  /** Kills the process. The one who waits for an answer gets this error. */
  fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = { error };
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stopWatching();
    this.#child.kill('SIGKILL');
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  /** Resolves when the process is gone. */
  async end(): Promise<void> {
    this.fail(new Error('the reading has ended'));
    await this.#closed;
  }

  async #receive(): Promise<Answer> {
    return await new Promise((resolve, reject) => {
      if (this.#failure === null) this.#waiting = { resolve, reject };
      else reject(this.#failure.error);
    });
  }

  #hear(said: unknown): void {
    if (this.#failure !== null) return;
    this.#looks = 0;
    const message = checkMessage(said);
    if (message?.kind === 'alive') this.#alives += 1;
    const elapsed = (performance.now() - this.#startedAtMs) / crossingLimits.aliveMs;
    const isFlood = this.#alives > 2 * elapsed + alivesSpare;
    if (message === null || isFlood) this.fail(brokenRule());
    else if (message.kind !== 'alive') {
      const waiting = this.#waiting;
      this.#waiting = null;
      if (waiting === null) this.fail(brokenRule());
      else waiting.resolve(message);
    }
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks <= looksMax) return;
    const seconds = this.#limits.busyMs / 1_000;
    this.fail(crashed(`Reading the source kept its process busy for more than ${seconds} seconds.`));
  }

  #crash(): SourceFault {
    if (this.#channel.fault !== null) return brokenRule();
    // The system sends this signal when memory is short.
    const isMemory =
      this.#child.signalCode === 'SIGKILL' || /out of memory|allocation failed/i.test(this.#complaint);
    return isMemory ? this.#outOfMemory() : crashed('The source broke the process that reads it.');
  }

  #outOfMemory(): SourceFault {
    return crashed(`Reading the source takes more than ${this.#limits.memoryMebibytes} MiB of memory.`);
  }
}

const unconfined = () =>
  new SourceFault(
    'not_allowed',
    'The source is not read: the system cannot confine the process that would read it, as AVOW_CONFINEMENT requires.',
  );

const crashed = (message: string) => new SourceFault('crashed', message);
const brokenRule = () => crashed('The process that reads the source did not keep to the rules.');
