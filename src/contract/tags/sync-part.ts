import { formatInstantInSeconds, parseInstant } from '../wire/dates';
import { formatPartHeaders, type PartHeaders } from '../wire/part-headers';

export const SYNC_PART_TYPES = ['json', 'html', 'markdown', 'annotations', 'resource'] as const;
export type SyncPartType = (typeof SYNC_PART_TYPES)[number];

export const RESOURCE_GROUPS = ['icon', 'image', 'thumbnail', 'embedded'] as const;
export type ResourceGroup = (typeof RESOURCE_GROUPS)[number];

/** What the headers of one part of the sync stream say (protocol.md section 11). */
export interface SyncPart {
  readonly bookmarkId: string;
  readonly type: SyncPartType;
  readonly contentType: string;
  readonly filename: string;
  /** Where the same content is by itself; null for Markdown. */
  readonly location: string | null;
  /** In milliseconds since the epoch, whole seconds; null for resources. */
  readonly created: number | null;
  readonly updated: number | null;
  /** What the HTML calls the resource; null for the other parts. */
  readonly path: string | null;
  readonly group: ResourceGroup | null;
  /** Bytes of a resource; null for the other parts. */
  readonly length: number | null;
}

/** Of the words that there are, the one that was said. */
const wordIn =
  <T extends string>(words: readonly T[]) =>
  (said: string | undefined): T | null =>
    words.find((word) => word === said) ?? null;
const typeIn = wordIn(SYNC_PART_TYPES);
const groupIn = wordIn(RESOURCE_GROUPS);

/** Reads the headers of a part; null when it does not say whose it is or what. */
export function readSyncPart(headers: PartHeaders): SyncPart | null {
  const type = typeIn(headers.get('type'));
  const bookmarkId = headers.get('bookmark-id');
  if (!bookmarkId || type === null) return null;
  const length = headers.get('content-length');
  return {
    bookmarkId,
    type,
    contentType: headers.get('content-type') ?? '',
    filename: headers.get('filename') ?? '',
    location: headers.get('location') ?? null,
    created: parseInstant(headers.get('date') ?? ''),
    updated: parseInstant(headers.get('last-modified') ?? ''),
    path: headers.get('path') ?? null,
    group: groupIn(headers.get('group')),
    length: length && /^\d+$/.test(length) ? Number(length) : null,
  };
}

/** The header lines of a part, sorted by name, the empty line at their end included. */
export function formatSyncPart(part: SyncPart): string {
  const { created, updated, length } = part;
  return formatPartHeaders([
    ['Bookmark-Id', part.bookmarkId],
    ['Content-Disposition', `attachment; filename="${part.filename}"`],
    ['Content-Length', length === null ? null : String(length)],
    ['Content-Type', part.contentType],
    ['Date', created === null ? null : formatInstantInSeconds(created)],
    ['Filename', part.filename],
    ['Group', part.group],
    ['Last-Modified', updated === null ? null : formatInstantInSeconds(updated)],
    ['Location', part.location],
    ['Path', part.path],
    ['Type', part.type],
  ]);
}

/**
 * The address that HTML and `Path` give a resource: `prefix` cleaned as a path, each `%` the
 * bookmark's id, then the file's name. An empty prefix gives null: use the absolute address.
 */
export function resourcePath(prefix: string, bookmarkId: string, name: string): string | null {
  if (prefix === '') return null;
  const cleaned = cleanPath(prefix).replaceAll('%', bookmarkId);
  if (cleaned === '') return name;
  return cleaned.endsWith('/') ? cleaned + name : `${cleaned}/${name}`;
}

/** A path without `.`, empty and resolvable `..` segments, and without a slash at its end. */
function cleanPath(path: string): string {
  const isAbsolute = path.startsWith('/');
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isAbsolute) kept.push(segment);
  }
  return (isAbsolute ? '/' : '') + kept.join('/');
}
