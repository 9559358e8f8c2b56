import type { ResourceKind, Row } from '../schema/tables';

/** The body of a bookmark, which lists never read. */
export type ContentRow = Row<'contents'>;

/** A change of a body. Absent fields stay unchanged; in a new row they are empty. */
export type ContentChange = Partial<Omit<ContentRow, 'bookmarkKey' | 'changed'>>;

/** A file of a bookmark. Several can share the same bytes. */
export interface ResourceRow extends Row<'resources'> {
  readonly kind: ResourceKind;
}

/** A file that was sent with a bookmark and waits for the extraction. It is not public. */
export type SentFile = Pick<ResourceRow, 'url' | 'contentType' | 'hash' | 'sizeBytes'>;

/** A file with its bytes. */
export interface ResourceFile extends ResourceRow {
  readonly bytes: Uint8Array;
}
