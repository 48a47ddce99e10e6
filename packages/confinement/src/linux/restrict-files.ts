import { closeSync, openSync, statSync } from 'node:fs';
import { type Architecture, knownNumberOf } from './call-numbers.ts';
import type { Kernel } from './system-call.ts';

export interface FileRestriction {
  /** Files and folders; those that do not exist are passed over. */
  readonly readable: readonly string[];
  /** Programs that the process may run in its own place. */
  readonly executable: readonly string[];
  /** Whether it may connect to other machines. */
  readonly network: boolean;
}

const execute = 1 << 0;
const readFile = 1 << 2;
const readFolder = 1 << 3;
/** The rights over files that each version of Landlock added, as the number of the first that it does not know. */
const rightsByVersion = [0, 13, 14, 15, 15, 16] as const;
const bindTcp = 1;
const connectTcp = 2;
const abstractSockets = 1;
const signals = 2;
const networkVersion = 4;
const scopeVersion = 6;
const askVersion = 1;
const pathRule = 1;
const pathOnly = 0x200000;
const closeOnExec = 0x80000;

/** The version of Landlock in the running kernel. Throws if there is none. */
export function landlockVersion(kernel: Kernel, architecture: Architecture): number {
  return kernel.call(knownNumberOf('landlock_create_ruleset', architecture), 0, 0, askVersion);
}

/**
 * Refuses every access to files but what is given, and, as far as the kernel's version goes, ports and signals to other
 * processes. Holds for this thread and what it becomes.
 */
export function restrictFiles(
  kernel: Kernel,
  architecture: Architecture,
  { readable, executable, network }: FileRestriction,
): void {
  const version = landlockVersion(kernel, architecture);
  const rights = rightsByVersion[Math.min(version, rightsByVersion.length - 1)] ?? 0;
  const attributes = Buffer.alloc(version >= scopeVersion ? 24 : version >= networkVersion ? 16 : 8);
  attributes.writeBigUInt64LE((1n << BigInt(rights)) - 1n, 0);
  if (version >= networkVersion)
    attributes.writeBigUInt64LE(BigInt(network ? bindTcp : bindTcp | connectTcp), 8);
  if (version >= scopeVersion) attributes.writeBigUInt64LE(BigInt(abstractSockets | signals), 16);
  const ruleset = kernel.call(
    knownNumberOf('landlock_create_ruleset', architecture),
    attributes,
    attributes.length,
    0,
  );
  const addRule = (path: string, access: number) => {
    const file = openPath(path);
    if (file === null) return;
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(access), 0);
    rule.writeInt32LE(file, 8);
    kernel.call(knownNumberOf('landlock_add_rule', architecture), ruleset, pathRule, rule, 0);
    closeSync(file);
  };
  for (const path of readable) addRule(path, isFolder(path) ? readFile | readFolder : readFile);
  for (const path of executable) addRule(path, readFile | execute);
  kernel.call(knownNumberOf('landlock_restrict_self', architecture), ruleset, 0);
  closeSync(ruleset);
}

function openPath(path: string): number | null {
  try {
    return openSync(path, pathOnly | closeOnExec);
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
