import type { AppliedConfinement } from './linux/confine-self.ts';

/** What the launcher is to start, as JSON in its environment. */
export interface LaunchPlan {
  readonly script: string;
  readonly args: readonly string[];
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly readable: readonly string[];
  readonly network: boolean;
  /** Ends the process rather than run the script unconfined. */
  readonly required: boolean;
  /** Where its code is kept compiled, which it gets only if Landlock refuses it to write; null if nowhere. */
  readonly compiledFolder: string | null;
  /** Whether the script gets what was applied, as JSON in its environment. */
  readonly reports: boolean;
  readonly parentId: number;
}

/** The flags, the script and the arguments with which the launcher, once confined, runs Node in its place. */
export function listWords(plan: LaunchPlan, applied: AppliedConfinement): string[] {
  const flags =
    plan.compiledFolder === null || applied.landlock === 0 ? [] : compiledFlags(plan.compiledFolder);
  return [...plan.execArgv, ...flags, plan.script, ...plan.args];
}

function compiledFlags(folder: string): string[] {
  const enable = `import { enableCompileCache } from 'node:module'; enableCompileCache(${JSON.stringify(folder)});`;
  return [
    // Node uses a folder only with the right to write it, which Landlock refuses.
    ...['read', 'write'].map((right) => `--allow-fs-${right}=${folder}`),
    // A variable would be the only one of its environment.
    ...['--import', `data:text/javascript,${encodeURIComponent(enable)}`],
  ];
}

export const planVariable = 'AVOW_LAUNCH_PLAN';
export const appliedVariable = 'AVOW_APPLIED_CONFINEMENT';
/** The exit code of a launcher that could not confine a process that must be. */
export const notConfinedCode = 78;
