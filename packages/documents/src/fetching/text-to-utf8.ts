const metaPattern = /<meta[^<>]{0,200}charset\s{0,9}=/i;

/**
 * Converts text that a server sends in another character set to UTF-8, because a file does not keep the header that
 * declared it. A page that declares its character set itself stays unchanged, and so does what cannot be decoded.
 */
export function textToUtf8(bytes: Buffer, contentType: string | undefined): Buffer {
  const [, type = '', charset] =
    /^\s*(text\/[\w.+-]+|application\/xhtml\+xml)\s*;.*?charset\s*=\s*"?([\w.:-]{1,40})/i.exec(
      contentType ?? '',
    ) ?? [];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return bytes;
  if (/html/i.test(type) && metaPattern.test(bytes.subarray(0, 2048).toString('latin1'))) return bytes;
  try {
    return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    return bytes;
  }
}
