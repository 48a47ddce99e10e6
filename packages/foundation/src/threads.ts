/** What threads and processes of their own need: importing only this shortens their start. */
export { AppError } from './errors/app-error.ts';
export { diskFull, isDiskFull } from './errors/disk-full.ts';
export { UserError } from './errors/user-error.ts';
export { makeEvent } from './events/make-event.ts';
export { createPrivateFile } from './files/create-private-file.ts';
export { withFileLock } from './files/file-lock.ts';
export { endUserAuthor, isEndUser } from './ids/author-names.ts';
export { newSuffix, timestampMsMax } from './ids/typeid.ts';
