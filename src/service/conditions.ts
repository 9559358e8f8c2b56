/** What a server said of the state of an answer, as it said it: older ones leave the quotes out. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export const validatorsOf = (headers: Pick<Headers, 'get'>): Validators => ({
  etag: headers.get('ETag'),
  lastModified: headers.get('Last-Modified'),
});

/**
 * Headers of a request that is answered 304, without a body, when nothing changed. The tag goes
 * alone where there is one: with both, both must fit (protocol.md section 1).
 */
export function conditionsFor({
  etag,
  lastModified,
}: Validators): Readonly<Record<string, string>> {
  if (etag !== null) return { 'If-None-Match': etag };
  return lastModified === null ? {} : { 'If-Modified-Since': lastModified };
}
