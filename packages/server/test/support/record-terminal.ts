import type { Terminal } from '../../src/cli/terminal.ts';

export interface RecordingOptions {
  readonly isInteractive?: boolean;
  /** Receives everything written to standard error. */
  readonly onErr?: (text: string) => void;
  /** The answers of a person, in order; undefined: there is no terminal. */
  readonly says?: readonly (string | null)[];
}

/** A terminal that records the output of a command. */
export function recordTerminal(options: RecordingOptions = {}): {
  readonly terminal: Terminal;
  said(): { readonly out: string; readonly err: string };
} {
  let out = '';
  let err = '';
  const says = [...(options.says ?? [])];
  const terminal: Terminal = {
    out: (text) => {
      out += `${text}\n`;
    },
    write: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      options.onErr?.(text);
    },
    isInteractive: options.isInteractive ?? false,
    ...(options.says === undefined ? {} : { ask: async () => says.shift() ?? null }),
  };
  return { terminal, said: () => ({ out, err }) };
}
