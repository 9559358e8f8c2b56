import {
  formatInstant,
  MAX_BOOKMARK_NOTE_LENGTH,
  MAX_PAGE_BYTES,
  MAX_TITLE_LENGTH,
} from '../../contract';
import { type Article, canLeadFromArticle } from '../../domain/article';
import type { AssetHash, Bookmark } from '../../domain/bookmark';
import { cutText } from '../../domain/excerpt';
import { escapeMarkup } from '../../domain/markup';
import type { ServerVersion } from '../../library';
import type { NewBookmarkWithPage, SentResource } from '../../service';

/** Bytes for the fields of the form and the headers of its parts. */
const MAX_HEADS_BYTES = 1024 * 1024;

/**
 * The fields of a create. A title that is only the address is omitted, so that the server finds
 * one. A state that is the default of every server is omitted, too.
 */
export const createFields = ({ url, title, labels, created, ...state }: ServerVersion) => ({
  url,
  ...(title !== url && { title: cutText(title, MAX_TITLE_LENGTH) }),
  labels,
  created: formatInstant(created),
  ...(state.isFavourite && { is_marked: true }),
  ...(state.isArchived && { is_archived: true }),
  ...(state.readProgress > 0 && { read_progress: state.readProgress }),
  ...(state.readAnchor !== '' && { read_anchor: state.readAnchor }),
  ...(state.note !== '' && { note: cutText(state.note, MAX_BOOKMARK_NOTE_LENGTH) }),
});

/**
 * Builds a page from a bookmark and its article. The metadata is in its head, and each stored image
 * is sent under its address in the text.
 */
export function pageToSend(
  sent: ServerVersion,
  { icon, image }: Pick<Bookmark, 'icon' | 'image'>,
  article: Article,
  assets: ReadonlyMap<AssetHash, Blob>,
): NewBookmarkWithPage {
  const named = article.images.flatMap(({ url, hash }) => (hash === null ? [] : [{ url, hash }]));
  const addresses = new Map(named.map(({ url, hash }) => [url, imageAddressOf(url, hash)]));
  const leadAddress = (hash: AssetHash | null) => {
    if (hash === null) return null;
    const inText = named.find((one) => one.hash === hash);
    return inText === undefined ? madeUp(hash) : imageAddressOf(inText.url, hash);
  };
  const lead = image ?? leadOfArticle(article);
  const [iconUrl, imageUrl] = [leadAddress(icon), leadAddress(lead)];
  const files = new Map<string, AssetHash>();
  if (icon !== null && iconUrl !== null) files.set(iconUrl, icon);
  if (lead !== null && imageUrl !== null) files.set(imageUrl, lead);
  for (const { url, hash } of named) files.set(imageAddressOf(url, hash), hash);
  const head = headOf(sent, iconUrl, imageUrl);
  const { lang, textDirection } = sent;
  const root = `${lang && ` lang="${escapeMarkup(lang)}"`}${textDirection ? ` dir="${textDirection}"` : ''}`;
  const html = `<!doctype html><html${root}><head>${head}</head><body>${renamed(article.html, addresses)}</body></html>`;
  const room = MAX_PAGE_BYTES - MAX_HEADS_BYTES - new Blob([html]).size;
  return {
    ...createFields(sent),
    captured: formatInstant(article.changedAt ?? article.capturedAt),
    html,
    findsMain: false,
    resources: resourcesOf(files, assets, room),
  };
}

/**
 * Returns the first large image of an article. It is named explicitly, so that the server does not
 * choose an icon.
 */
function leadOfArticle({ images }: Article): AssetHash | null {
  const large = images.find(
    ({ hash, width, height }) =>
      hash !== null && canLeadFromArticle({ width: width ?? 0, height: height ?? 0 }),
  );
  return large?.hash ?? null;
}

/**
 * An image without an address of its own gets one made from its hash, which leads nowhere (RFC
 * 6761).
 */
const imageAddressOf = (url: string, hash: AssetHash): string =>
  url.startsWith('data:') ? madeUp(hash) : url;

const madeUp = (hash: AssetHash): string => `https://image.leafmark.invalid/${hash}`;

function renamed(html: string, addresses: ReadonlyMap<string, string>): string {
  let text = html;
  for (const [url, address] of addresses) {
    if (url !== address) text = text.replaceAll(`"${url}"`, `"${address}"`);
  }
  return text;
}

function headOf(
  { title, siteName, authors, published, description }: ServerVersion,
  icon: string | null,
  image: string | null,
): string {
  const meta = (name: string, value: string | null) =>
    value ? `<meta name="${name}" property="${name}" content="${escapeMarkup(value)}">` : '';
  return [
    `<meta charset="utf-8"><title>${escapeMarkup(title)}</title>`,
    meta('og:site_name', siteName),
    meta('description', description),
    meta('article:published_time', published),
    meta('og:image', image),
    ...authors.map((author) => meta('author', author)),
    icon === null ? '' : `<link rel="icon" href="${escapeMarkup(icon)}">`,
  ].join('');
}

/**
 * Returns the files that fit into `maxBytes`, in the order of the text. The others are sent as
 * addresses only.
 */
function resourcesOf(
  files: ReadonlyMap<string, AssetHash>,
  assets: ReadonlyMap<AssetHash, Blob>,
  maxBytes: number,
): readonly SentResource[] {
  const resources: SentResource[] = [];
  let left = maxBytes;
  for (const [url, hash] of files) {
    const content = assets.get(hash);
    if (content === undefined || content.size > left) continue;
    left -= content.size;
    resources.push({ url, contentType: content.type, content });
  }
  return resources;
}
