import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type EvaluationReport, evaluationReportSchema } from '@avow/contract';
import { UserError } from '../../errors/user-error.ts';
import { readJsonFile } from '../guardrails/read-json-file.ts';

/** As much as the largest golden set with long answers comes to. */
const reportBytesMax = 64 * 1024 * 1024;

/** Reads a report that a run has written. */
export async function readReport(path: string): Promise<EvaluationReport> {
  const parsed = evaluationReportSchema.safeParse(await readJsonFile(path, reportBytesMax));
  if (parsed.success) return parsed.data;
  const [fault] = parsed.error.issues;
  throw new UserError(
    `${path} is no report of an evaluation (/${fault?.path.join('/') ?? ''}: ${fault?.message ?? ''}).`,
    { cause: parsed.error },
  );
}

/** Says so before anything is asked, where a file could not be written in the end. */
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

/** Writes the file whole: whoever reads it meanwhile sees the one before. */
export async function writeWhole(path: string, text: string): Promise<void> {
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
