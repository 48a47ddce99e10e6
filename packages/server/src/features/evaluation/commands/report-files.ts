import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type EvaluationReport, evaluationReportSchema } from '@avow/contract/evaluation';
import { UserError } from '@avow/foundation';
import { readJsonInput } from '../../../cli/read-input.ts';

/** Enough for the largest golden set with long answers. */
const reportBytesMax = 64 * 1024 * 1024;

/** Reads a report that a run has written. */
export async function readReport(path: string): Promise<EvaluationReport> {
  const parsed = evaluationReportSchema.safeParse(await readJsonInput(path, reportBytesMax));
  if (parsed.success) return parsed.data;
  const [fault] = parsed.error.issues;
  throw new UserError(
    `${path} is not an evaluation report (/${fault?.path.join('/') ?? ''}: ${fault?.message ?? ''}).`,
    { cause: parsed.error },
  );
}

/** Throws before any question is asked if a file could not be written at the end. */
export async function checkTargets(paths: ReadonlyArray<string | undefined>): Promise<void> {
  for (const path of paths) {
    if (path === undefined) continue;
    const folder = dirname(resolve(path));
    await access(folder, constants.W_OK).catch((cause: NodeJS.ErrnoException) => {
      throw new UserError(`${path} cannot be written: ${folder} (${cause.code}).`, { cause });
    });
    const there = await stat(path).catch(() => null);
    if (there?.isDirectory()) throw new UserError(`${path} cannot be written: it is a folder.`);
  }
}

/** Replaces the file atomically: a reader sees either the previous or the new one. */
export async function writeOutputFile(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw new UserError(`${path} cannot be written (${code}).`, { cause });
  }
}
