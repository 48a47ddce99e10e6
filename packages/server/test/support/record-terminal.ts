import type { Terminal } from '../../src/cli/terminal.ts';

export interface RecordingOptions {
  readonly isInteractive?: boolean;
  /** Told of everything that is said beside the result, as it is said. */
  readonly onErr?: (text: string) => void;
  /** What a person answers, question by question; left out: there is nobody to ask. */
  readonly says?: readonly (string | null)[];
}

/** A terminal that remembers what a command says. */
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
