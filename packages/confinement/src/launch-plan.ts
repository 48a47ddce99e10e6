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
  /** Whether the script gets what was applied, as JSON in its environment. */
  readonly reports: boolean;
  readonly parentId: number;
}

export const planVariable = 'AVOW_LAUNCH_PLAN';
export const appliedVariable = 'AVOW_APPLIED_CONFINEMENT';
/** The exit code of a launcher that could not confine a process that must be. */
export const notConfinedCode = 78;
