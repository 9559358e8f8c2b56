import { isDeepStrictEqual } from 'node:util';
import { BOOKMARK_STATE } from '../../src/contract';
import { pick } from '../../src/domain/bookmark-fields';
import type { UnixMs } from '../../src/domain/time';
import { withoutDefaultPort } from '../../src/domain/url-identity';
import { findReanchoring, reanchorHighlights } from '../highlights';
import type { Finish } from '../jobs';
import type { Server } from '../server';
import type { BookmarkChange, BookmarkRow, ContentRow, ResourceRow } from '../storage';
import { DESCRIBED_FIELDS, type Described, type Extraction, UNDESCRIBED } from './extraction';
import { shortenedAddress } from './extraction-log';
import { siteOf } from './site-of';

/**
 * Prepares writing the result of an extraction. The returned function writes it within a
 * transaction. Fields that the user has edited stay, and so does the existing article if the page
 * could not be loaded again. Of two captured articles, the later one stands. The other one is kept as
 * a revision.
 * @param captured when a person captured the page; null when the server has read it itself
 */
export async function saveExtraction(
  tools: Pick<Server, 'storage' | 'articleWork'>,
  bookmark: Pick<BookmarkRow, 'key' | 'id' | 'userId'>,
  extraction: Extraction,
  captured: UnixMs | null = null,
): Promise<Finish> {
  const { html = null, text = '' } = extraction.article ?? {};
  const { key, id, userId } = bookmark;
  const reanchoring = await findReanchoring(tools, bookmark, html);
  return async ({ bookmarks, contents, annotations }) => {
    const before = await contents.find(key);
    let former: Former = { outcome: 'replaces', images: {}, captured: null, wordCount: 0 };
    const row = await bookmarks.update(userId, id, (now) => {
      former = { ...now, outcome: outcomeOf(now, before, extraction, captured) };
      return changeAfter(former.outcome, now, { extraction, before, captured });
    });
    if (row === null) return; // The bookmark was deleted meanwhile.
    const { log, links } = extraction;
    const content = { article: html, text, links, props: propsOf(extraction) };
    await contents.removeSent(key, captured ?? 0);
    /** An article that is there already is not kept twice. */
    const isSame = async () =>
      before?.article === html && areSame(await contents.resources(key), extraction.resources);
    if (former.outcome === 'older') {
      if (html === null || (await isSame())) return;
      const { wordCount = 0 } = extraction.article ?? {};
      const { images, resources } = extraction;
      const files = { ...content, article: html, wordCount, images, resources };
      return void (await contents.keepRevision(key, { ...files, captured }));
    }
    if (former.outcome === 'nothing-new') return void (await contents.put(key, { log }));
    await reanchorHighlights({ annotations, contents }, key, reanchoring);
    if (captured !== null && before?.article != null && !(await isSame())) {
      const { article, text: words, links: linked, props } = before;
      const resources = await contents.resources(key);
      const files = { article, text: words, links: linked, props, resources };
      await contents.keepRevision(key, { ...pick(former, REVISED_FIELDS), ...files });
    }
    await contents.put(key, { ...content, log });
    await contents.putResources(key, extraction.resources);
  };
}

/** True for lists of the same files in any order. */
const areSame = (some: readonly ResourceRow[], others: readonly ResourceRow[]): boolean => {
  const [files, wanted] = [some, others].map(
    (list) => new Set(list.map(({ name, hash }) => `${name} ${hash}`)),
  );
  return isDeepStrictEqual(files, wanted);
};

const REVISED_FIELDS = ['images', 'captured', 'wordCount'] as const;

/** The bookmark before an extraction, and what becomes of the result. */
interface Former extends Pick<BookmarkRow, 'images' | 'captured' | 'wordCount'> {
  /**
   * `replaces`: it is the bookmark's page from now on. `older`: a later article is there.
   * `nothing-new`: the page could not be read, or it was read before.
   */
  readonly outcome: 'replaces' | 'older' | 'nothing-new';
}

function outcomeOf(
  { captured: known }: BookmarkRow,
  before: ContentRow | null,
  { article }: Extraction,
  captured: UnixMs | null,
): Former['outcome'] {
  if (article === null && before?.article != null) return 'nothing-new';
  if (known === null || (captured !== null && captured > known)) return 'replaces';
  return captured === known ? 'nothing-new' : 'older';
}

function changeAfter(
  outcome: Former['outcome'],
  now: BookmarkRow,
  { extraction, before, captured }: Found,
): BookmarkChange {
  if (outcome === 'older') return {};
  if (outcome === 'nothing-new') {
    return { state: BOOKMARK_STATE.loaded, errors: extraction.errors };
  }
  const change = changeOf(now, extraction, describedIn(now, before));
  const isCaptured = extraction.article !== null;
  // A person has captured the page again. What is known about it changes only by edits.
  const isAgain = captured !== null && before?.article != null;
  return {
    ...change,
    ...(isAgain && pick(now, DESCRIBED_FIELDS)),
    ...(isCaptured && { captured }),
  };
}

interface Found {
  readonly extraction: Extraction;
  readonly before: ContentRow | null;
  readonly captured: UnixMs | null;
}

/** Returns the metadata that the previous extraction found. The user has edited fields that differ. */
const describedIn = ({ site }: BookmarkRow, content: ContentRow | null): Described => ({
  ...undescribed(site),
  // `propsOf` has written it.
  ...(content?.props.described as Partial<Described> | undefined),
});

/** Makes the metadata of a page that could not be read. Only its host is known. */
const undescribed = (site: string): Described => ({ ...UNDESCRIBED, siteName: site });

function changeOf(row: BookmarkRow, extraction: Extraction, found: Described): BookmarkChange {
  const { url, type, described, article, embed } = extraction;
  const at = withoutDefaultPort(url ?? row.url);
  const site = siteOf(at);
  return {
    ...unedited(row, found, described ?? undescribed(site.site)),
    ...site,
    url: at,
    state: isWorthKeeping(extraction) ? BOOKMARK_STATE.loaded : BOOKMARK_STATE.error,
    // Filters by type must not find a page that could not be read (protocol.md section 18).
    documentType: type ?? '',
    type: type ?? 'article',
    hasArticle: article !== null,
    wordCount: article?.wordCount ?? 0,
    omitDescription: extraction.omitsDescription,
    durationSeconds: extraction.durationSeconds,
    embed: embed?.html ?? '',
    embedDomain: embed?.domain ?? '',
    images: extraction.images,
    errors: extraction.errors,
  };
}

/** Returns false without an article and metadata. The bookmark is then in error (protocol.md 18). */
const isWorthKeeping = ({ article, described, images }: Extraction): boolean =>
  article !== null ||
  images.image !== undefined ||
  (described !== null && (described.title !== '' || described.description !== ''));

/** Returns the fields of `described` that the user has not edited since `found` was written. */
function unedited(row: BookmarkRow, found: Described, described: Described): Partial<Described> {
  const fields = DESCRIBED_FIELDS.filter((field) => isDeepStrictEqual(row[field], found[field]));
  return Object.fromEntries(fields.map((field) => [field, described[field]]));
}

/** Makes the content of `props.json`. The next extraction reads `described` again. */
const propsOf = ({
  url,
  type,
  described,
  article,
  resources,
  droppedImages,
  report,
  errors,
}: Extraction): Readonly<Record<string, unknown>> => ({
  url,
  type,
  described,
  words: article?.wordCount ?? 0,
  files: resources.map(({ name, kind, url: from, sizeBytes }) => ({ name, kind, from, sizeBytes })),
  images_not_kept: [...droppedImages].map(([from, reason]) => ({
    from: shortenedAddress(from),
    reason,
  })),
  warnings: report?.warnings ?? [],
  errors,
});
