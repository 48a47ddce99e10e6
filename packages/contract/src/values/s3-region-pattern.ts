/** A region becomes part of the host name that credentials are sent to, so it must not end that name. */
export const s3RegionPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
