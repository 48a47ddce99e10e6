import type { EvaluationProgress } from '@avow/evaluation';
import { progressBar, type Terminal } from '../../../cli/terminal.ts';

const labels: Readonly<Record<EvaluationProgress['step'], string>> = {
  preparing: 'Preparing',
  encoding: 'Embedding passages',
  asking: 'Asking',
};

/** Lines of progress for a file or a pipe, however many questions there are. */
const linesMax = 10;

/** Shows a bar for each step on a terminal, and occasional lines in a file. */
export function showProgress(
  terminal: Terminal,
  what: string,
): { update(progress: EvaluationProgress): void; end(): void } {
  let step: EvaluationProgress['step'] | null = null;
  let bar = progressBar(terminal, what);
  let tenthsTold = 0;
  return {
    update: ({ step: now, done, total, rightCount }) => {
      if (now !== step) {
        bar.end();
        bar = progressBar(terminal, `${what}: ${labels[now].toLowerCase()}`);
        step = now;
      }
      bar.update(done, total);
      const tenths = total === 0 ? 0 : Math.floor((done / total) * linesMax);
      if (terminal.isInteractive || now !== 'asking' || tenths <= tenthsTold) return;
      tenthsTold = tenths;
      terminal.err(`${what}: ${done} of ${total} asked, ${rightCount} right\n`);
    },
    end: () => bar.end(),
  };
}
