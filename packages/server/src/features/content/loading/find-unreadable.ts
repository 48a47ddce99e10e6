import type { JobFault } from '../jobs/job-store.ts';

/** Whether the current content of a file is unknown: it, an enclosing archive or folder, or the whole folder has a fault. */
export function findUnreadable(faults: readonly JobFault[]): (file: string) => boolean {
  const files = new Set(faults.map(({ file }) => file));
  return (file) => {
    if (files.has('.') || files.has(file)) return true;
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      if (files.has(file.slice(0, end))) return true;
    return false;
  };
}
