import { createInterface } from 'node:readline/promises';

/** Where a command writes. It is a parameter, so that tests can read the output. */
export interface Terminal {
  out(text: string): void;
  /** Writes to standard error, without a line break. */
  write(text: string): void;
  err(text: string): void;
  /** Whether progress bars may be drawn. */
  readonly isInteractive: boolean;
  /** Asks for a line; null if the person cancels. Undefined without a terminal. */
  readonly ask?: (question: string) => Promise<string | null>;
}

export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    write: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask: askPerson } : {}),
  };
}

/**
 * A reader that stops early, such as `head`, is not an error: the exit code still shows the result of the command. If the
 * output could not be written for another reason, the command reports it and fails.
 */
export function hearLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || stream === process.stderr) return;
      process.stderr.write(`avow: the result could not be written: ${error.message}\n`);
      process.once('exit', () => {
        process.exitCode ||= 1;
      });
    });
  }
}

async function askPerson(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = Promise.withResolvers<null>();
  // Ctrl-C and Ctrl-D both end it.
  lines.once('SIGINT', () => lines.close()).once('close', () => ended.resolve(null));
  try {
    return await Promise.race([lines.question(question), ended.promise]);
  } finally {
    lines.close();
  }
}

/** Rows under their headings, in aligned columns. A row is always one line. */
export function formatTable(headings: readonly string[], given: ReadonlyArray<readonly string[]>): string {
  const rows = given.map((row) => row.map((cell) => cell.replace(/\p{Cc}+/gu, ' ')));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map(line)].join('\n');
}

const barWidth = 30;

/** Draws a progress bar on a terminal, and writes nothing to a file. */
export function progressBar(
  terminal: Terminal,
  label: string,
): { update(done: number, total: number): void; end(): void } {
  let shown = '';
  return {
    update: (done, total) => {
      if (!terminal.isInteractive) return;
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(share * barWidth);
      const next = `\r${label} [${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${Math.floor(share * 100)} % (${done} of ${total})`;
      if (next !== shown) terminal.err(next);
      shown = next;
    },
    end: () => {
      if (shown !== '') terminal.err('\n');
      shown = '';
    },
  };
}
