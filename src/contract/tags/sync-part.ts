import { formatInstantInSeconds, parseInstant } from '../wire/dates';
import { formatPartHeaders, type PartHeaders } from '../wire/part-headers';

const SYNC_PART_TYPES = ['json', 'html', 'markdown', 'annotations', 'resource'] as const;
export type SyncPartType = (typeof SYNC_PART_TYPES)[number];

const RESOURCE_GROUPS = ['icon', 'image', 'thumbnail', 'embedded'] as const;
export type ResourceGroup = (typeof RESOURCE_GROUPS)[number];

/** The headers of one part of the sync stream (protocol.md section 11). */
export interface SyncPart {
  readonly bookmarkId: string;
  readonly type: SyncPartType;
  readonly contentType: string;
  readonly filename: string;
  /** The address of the same content; null for Markdown. */
  readonly location: string | null;
  /** In milliseconds since the epoch, in whole seconds; null for resources. */
  readonly created: number | null;
  readonly updated: number | null;
  /** The address of the resource in the HTML; null for other parts. */
  readonly path: string | null;
  readonly group: ResourceGroup | null;
  /** Size of a resource in bytes; null for other parts. */
  readonly length: number | null;
}

/** Returns a function that finds its argument among `words`. */
const finderIn =
  <T extends string>(words: readonly T[]) =>
  (value: string | undefined): T | null =>
    words.find((word) => word === value) ?? null;
const typeIn = finderIn(SYNC_PART_TYPES);
const groupIn = finderIn(RESOURCE_GROUPS);

/** Reads the headers of a part. Returns null if the id or the type is missing. */
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

/** Formats the headers of a part, sorted by name, including the empty line at the end. */
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
 * Returns the address of a resource in HTML and `Path`: `prefix` normalised as a path with each `%`
 * replaced by the bookmark's id, then the file name. Returns null for an empty prefix, which means
 * absolute addresses.
 */
export function resourcePath(prefix: string, bookmarkId: string, name: string): string | null {
  if (prefix === '') return null;
  const cleaned = cleanPath(prefix).replaceAll('%', bookmarkId);
  if (cleaned === '') return name;
  return cleaned.endsWith('/') ? cleaned + name : `${cleaned}/${name}`;
}

/** Removes `.`, empty and resolvable `..` segments and the trailing slash from a path. */
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
