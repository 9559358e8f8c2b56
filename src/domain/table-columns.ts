/** The uses of a column of a table of bookmarks, in the order in which a person is offered them. */
export const COLUMN_USES = [
  'url',
  'title',
  'labels',
  'folder',
  'created',
  'note',
  'description',
  'state',
  'archived',
  'unread',
  'read',
  'favourite',
  'progress',
  'highlights',
  'content',
  'authors',
  'site',
  'published',
  'language',
  'excerpt',
] as const;

export type ColumnUse = (typeof COLUMN_USES)[number];

/** The use of each column in their order; null for one that is not used. */
export type ColumnUses = readonly (ColumnUse | null)[];

/** A column of a table, and what an import reads from it. */
export interface TableColumn {
  readonly name: string;
  /** null: nothing. */
  readonly use: ColumnUse | null;
}
