import { fieldErrorsOf, goldenFileSchema } from '@avow/contract';
import type { PackId, TenantId } from '@avow/foundation';
import { AppError, UserError } from '@avow/foundation';
import type { GoldenSets } from '../../evaluation/evaluation.ts';
import { goldenFile, type OpenedFolder } from './open-pack-folder.ts';

/** Adds the faults of `golden.json` that can be found before the pack exists. */
export function addGoldenFaults(folder: OpenedFolder): void {
  if (folder.golden === undefined) return;
  const parsed = goldenFileSchema.safeParse(folder.golden);
  if (parsed.success) return;
  for (const { pointer, message } of fieldErrorsOf(parsed.error, folder.golden))
    folder.addFault(goldenFile, pointer === '' ? message : `${pointer}: ${message}`);
}

/** Imports the questions of `golden.json` into the golden set: all of them, or none, with the reason. */
export async function importGoldenFile(
  golden: Pick<GoldenSets, 'importFile'>,
  tenantId: TenantId,
  {
    packId,
    folder,
    skipFaulty,
  }: { readonly packId: PackId; readonly folder: OpenedFolder; readonly skipFaulty: boolean },
): Promise<void> {
  if (folder.golden === undefined || folder.faults.some(({ file }) => file === goldenFile)) return;
  try {
    await golden.importFile(tenantId, packId, folder.golden);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    const { errors, detail = error.code } = error.options;
    const reasons = errors?.map(({ pointer, message }) => `${pointer}: ${message}`) ?? [detail];
    for (const reason of reasons) folder.addFault(goldenFile, reason);
    if (skipFaulty) return;
    const list = reasons.map((reason) => `  ${goldenFile}: ${reason}`).join('\n');
    throw new UserError(`Nothing was changed, since ${goldenFile} has faults:\n${list}`, { cause: error });
  }
}
