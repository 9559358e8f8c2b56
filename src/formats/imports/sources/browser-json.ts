import { normalLabel } from '../../../domain/label';
import { isBrowserFolder } from '../browser-folders';
import type { ImportOptions, ImportStep } from '../imported';
import { JsonCursor, type JsonItem } from '../json-cursor';
import { skipped } from '../make-row';
import { type Json, type JsonObject, listIn, shapeFailure, textIn } from '../read-json';
import { readRow } from '../read-row';
import { labelsOfCell } from '../source';

/** A folder, whose name may come after its links. */
interface Folder {
  readonly above: Folder | null;
  name: string;
  /** The purpose for which the browser has made it; null for a folder of a person. */
  purpose: Purpose | null;
  /** Its path, once it was asked for. */
  path?: string;
}

/** `tags` is the folder of older Firefox whose folders are the tags of their links. */
type Purpose = 'own' | 'tags' | 'trash';

type Found =
  | { readonly folder: Folder; readonly properties: JsonObject }
  | { readonly broken: string };

/** Properties of a bookmark or folder. The others are not kept in memory. */
const ROOT_FOLDER_NAMES: ReadonlySet<string> = new Set(
  [
    ...['title', 'name', 'url', 'uri', 'tags', 'dateAdded', 'date_added', 'type', 'typeCode'],
    ...['root', 'guid', 'annos'],
  ].map((name) => JSON.stringify(name)),
);
const CHILDREN = '"children"';
const ROOTS = '"roots"';

/** Deeper folders are left out. */
const MAX_FOLDERS = 64;

/**
 * The bookmarks of a browser as JSON: a backup of Firefox, the file `Bookmarks` of Chromium and the
 * browsers that are built on it, or the tree that extensions get. Returns null for other files.
 */
export function browserJson(text: string, options: ImportOptions): Iterable<ImportStep> | null {
  const failure = shapeFailure(text);
  if (failure !== null) return [{ kind: 'failed', failure }];
  const tree = new BookmarkTree(text);
  return tree.isTree ? treeRows(tree, options) : null;
}

function* treeRows({ found, isWhole }: BookmarkTree, options: ImportOptions) {
  let row = 0;
  for (const each of found) {
    row += 1;
    if ('broken' in each) yield skipped(row, 'broken', each.broken);
    else yield bookmarkRowOf(each.properties, each.folder, row, options);
  }
  if (!isWhole) yield { kind: 'failed', failure: { kind: 'incomplete' } } as const;
}

function bookmarkRowOf(
  properties: JsonObject,
  folder: Folder,
  row: number,
  options: ImportOptions,
) {
  const url = textIn(properties, 'uri') || textIn(properties, 'url');
  const purposes = [folder, folder.above].map((each) => each?.purpose);
  if (isIn(folder, 'trash')) return skipped(row, 'in-trash', url);
  const isTag = purposes[1] === 'tags';
  const entry = {
    url,
    title: textIn(properties, 'title') || textIn(properties, 'name'),
    created: timeOf(textIn(properties, 'dateAdded') || textIn(properties, 'date_added')),
    labels: [...labelsOfCell(textIn(properties, 'tags')), ...(isTag ? [folder.name] : [])],
    folders: isTag ? [] : [pathOf(folder)],
    description: descriptionOf(properties),
  };
  return readRow(entry, row, options);
}

/** Older backups of Firefox have a description as one of the annotations. */
function descriptionOf(properties: JsonObject): string {
  const isDescription = (anno: Json) => textIn(anno, 'name') === 'bookmarkProperties/description';
  return textIn(listIn(properties, 'annos').find(isDescription), 'value');
}

/** Milliseconds from 1601, where the times of Chromium begin, to 1970. */
const FROM_1601 = 11_644_473_600_000;

/** Chromium has microseconds since 1601, which have one digit more than those since 1970. */
function timeOf(written: string): string {
  const digits = written.replace(/\.\d*$/, '');
  return /^1\d{16}$/.test(digits) ? String(Math.floor(Number(digits) / 1000) - FROM_1601) : digits;
}

function isIn(folder: Folder, purpose: Purpose): boolean {
  let each: Folder | null = folder;
  while (each !== null && each.purpose !== purpose) each = each.above;
  return each !== null;
}

/** Returns the path of a folder without those that the browser has made, cut as a label. */
function pathOf(folder: Folder): string {
  if (folder.path !== undefined) return folder.path;
  const above = folder.above === null ? '' : pathOf(folder.above);
  const name = folder.purpose === null ? normalLabel(folder.name) : null;
  const isOwn = name === null || (above === '' && isBrowserFolder(name));
  folder.path = isOwn ? above : (normalLabel(above === '' ? name : `${above}/${name}`) ?? '');
  return folder.path;
}

/** Finds the bookmarks of a tree. The nesting is bounded, because the text was checked. */
class BookmarkTree {
  readonly #cursor: JsonCursor;
  readonly found: Found[] = [];
  /** True if there is a list of children, or an object of roots. */
  isTree = false;

  constructor(text: string) {
    this.#cursor = new JsonCursor(text);
    const all: Folder = { above: null, name: '', purpose: 'own' };
    if (this.#cursor.peek() === '[') this.#list(all, 0);
    else this.#node(all, 'own', 0);
    if (this.#cursor.peek() !== '') this.#cursor.isWhole = false;
  }

  get isWhole(): boolean {
    return this.#cursor.isWhole;
  }

  #list(folder: Folder, depth: number): void {
    this.#passAll(
      this.#cursor.items(() => {
        if (this.#cursor.peek() === '{') this.#node(folder, null, depth + 1);
        else this.#keepBroken(this.#cursor.parseValue());
        return [];
      }),
    );
  }

  #keepBroken(item: JsonItem): void {
    // Lists of any file may have other values, so those of a tree count only below its top.
    if (this.isTree) this.found.push({ broken: item.ok ? JSON.stringify(item.value) : item.text });
  }

  /** Reads a bookmark, or a folder with all that is in it. */
  #node(above: Folder, purpose: Purpose | null, depth: number): void {
    const folder: Folder = { above: depth > MAX_FOLDERS ? null : above, name: '', purpose };
    const properties: Record<string, Json> = {};
    let broken: string | null = null;
    let hasChildren = false;
    this.#passAll(
      this.#cursor.properties((name) => {
        const next = this.#cursor.peek();
        if (name === CHILDREN && next === '[') {
          [hasChildren, this.isTree] = [true, true];
          this.#list(folder, depth);
        } else if (name === ROOTS && next === '{' && depth === 0) {
          [hasChildren, this.isTree] = [true, true];
          this.#roots(folder, 0);
        } else if (!ROOT_FOLDER_NAMES.has(name)) this.#cursor.skipValue();
        else {
          const item = this.#cursor.parseValue();
          if (item.ok) properties[JSON.parse(name)] = item.value;
          else broken = item.text;
        }
        return [];
      }),
    );
    folder.name = textIn(properties, 'title') || textIn(properties, 'name');
    folder.purpose ??= purposeOf(properties);
    if (hasChildren) return;
    if (broken !== null) this.found.push({ broken });
    else if (isBookmark(properties)) this.found.push({ folder: above, properties });
  }

  /** Reads the roots of Chromium: the bar, the other bookmarks, and those of some browsers. */
  #roots(above: Folder, depth: number): void {
    this.#passAll(
      this.#cursor.properties((name) => {
        if (this.#cursor.peek() !== '{') this.#cursor.skipValue();
        else if (name === '"custom_root"' && depth === 0) this.#roots(above, depth + 1);
        else this.#node(above, name === '"trash"' ? 'trash' : 'own', 1);
        return [];
      }),
    );
  }

  #passAll(steps: Iterable<unknown>): void {
    for (const _ of steps);
  }
}

/** The marks of Firefox for the folders that it makes itself. */
function purposeOf(properties: JsonObject): Purpose | null {
  const mark = textIn(properties, 'root') || textIn(properties, 'guid');
  if (/^tags(?:Folder|_+)$/.test(mark)) return 'tags';
  return textIn(properties, 'root') !== '' || /^(?:root|menu|toolbar|unfiled|mobile)_+$/.test(mark)
    ? 'own'
    : null;
}

/** False for an empty folder and a line between bookmarks. */
const isBookmark = (properties: JsonObject): boolean =>
  ['url', 'uri'].some((name) => Object.hasOwn(properties, name)) ||
  /^(?:url|bookmark|text\/x-moz-place)$/.test(textIn(properties, 'type'));
