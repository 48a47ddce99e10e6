const endUserPrefix = 'end_user:';

/** The name under which an end user's word is kept. No key has such a name. */
export function endUserAuthor(endUserId: string): string {
  return `${endUserPrefix}${endUserId}`;
}

/** Whether it is somebody whom the tenant's client named, and not a key of the tenant's own. */
export function isEndUser(author: string): boolean {
  return author.startsWith(endUserPrefix);
}
