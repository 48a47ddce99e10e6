import { flushCompileCache } from 'node:module';
import { channelFile } from './channel/channel-file.ts';
import { appliedVariable, type LaunchPlan, listWords, notConfinedCode, planVariable } from './launch-plan.ts';
import { architectureOf } from './linux/call-numbers.ts';
import { confineSelf } from './linux/confine-self.ts';

/*
 * Loaded by Node before anything else, and without a look at the channel to the parent process. Confines this process and
 * replaces it by one that runs the script: all its threads are confined from the start.
 */
const plan: LaunchPlan = JSON.parse(process.env[planVariable] ?? '');
const architecture = architectureOf(process.arch);
if (architecture === null || process.execve === undefined) throw new Error('cannot confine on this system');
// Afterwards nothing can be written, and nothing of this process is left at its end.
flushCompileCache();
const readable = plan.compiledFolder === null ? plan.readable : [...plan.readable, plan.compiledFolder];
const applied = confineSelf({ architecture, channelFile, readable, network: plan.network });
if (plan.required && (applied.landlock === 0 || !applied.seccomp)) {
  process.stderr.write(`not confined: ${applied.faults.join('; ')}\n`);
  process.exit(notConfinedCode);
}
// From here on the end of the parent process ends this one too.
if (process.ppid !== plan.parentId) process.exit();
process.execve(process.execPath, [process.execPath, ...listWords(plan, applied)], {
  ...plan.env,
  ...(plan.reports ? { [appliedVariable]: JSON.stringify(applied) } : {}),
});
