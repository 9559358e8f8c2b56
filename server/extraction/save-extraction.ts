import { isDeepStrictEqual } from 'node:util';
import { BOOKMARK_STATE } from '../../src/contract';
import { withoutDefaultPort } from '../../src/domain/url-identity';
import { findReanchoring, reanchorHighlights } from '../highlights';
import type { Finish } from '../jobs';
import type { Server } from '../server';
import type { BookmarkChange, BookmarkRow, ContentRow } from '../storage';
import { DESCRIBED_FIELDS, type Described, type Extraction, UNDESCRIBED } from './extraction';
import { shortened } from './extraction-log';
import { siteOf } from './site-of';

/**
 * Prepares writing the result of an extraction. The returned function writes it within a
 * transaction. Fields that the user has edited stay, and so does the existing article if the page
 * could not be loaded again.
 */
export async function saveExtraction(
  tools: Pick<Server, 'storage' | 'articleWork'>,
  bookmark: Pick<BookmarkRow, 'key' | 'id' | 'userId'>,
  extraction: Extraction,
): Promise<Finish> {
  const { html = null, text = '' } = extraction.article ?? {};
  const { key, id, userId } = bookmark;
  const reanchoring = await findReanchoring(tools, bookmark, html);
  return async ({ bookmarks, contents, annotations }) => {
    const before = await contents.find(key);
    const hasNothingNew = extraction.described === null && before?.article != null;
    const row = await bookmarks.update(userId, id, (now) =>
      hasNothingNew
        ? { state: BOOKMARK_STATE.loaded, errors: extraction.errors }
        : changeOf(now, extraction, describedIn(now, before)),
    );
    if (row === null) return; // The bookmark was deleted meanwhile.
    const { log } = extraction;
    if (hasNothingNew) return void (await contents.put(key, { log }));
    const { links } = extraction;
    await reanchorHighlights({ annotations, contents }, key, reanchoring);
    await contents.put(key, { article: html, text, links, props: propsOf(extraction), log });
    await contents.removeSent(key);
    await contents.putResources(key, extraction.resources);
  };
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
  images_not_kept: [...droppedImages].map(([from, reason]) => ({ from: shortened(from), reason })),
  warnings: report?.warnings ?? [],
  errors,
});
