/** The form that the service reads files from. */
export function uploadForm(files: readonly File[], groups: readonly string[]): FormData {
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  if (groups.length > 0) form.append('groups', JSON.stringify(groups));
  return form;
}
