import type { Claims } from './claims';

/** What HTML's own elements say: `<title>`, `lang`, and the `<link>`s of the head. */
export function readHtmlClaims(document: Document, links: readonly Element[]): Claims {
  const root = document.documentElement;
  const linked = (rel: string) =>
    links
      .filter((link) => link.getAttribute('rel')?.toLowerCase().split(/\s+/).includes(rel))
      .map((link) => link.getAttribute('href') ?? '');
  return {
    // Not `document.title`: an image with that name would answer instead. Not the first `<title>`
    // of any kind either: an SVG in the page has one, too.
    title: [document.querySelector('head > title')?.textContent ?? ''],
    lang: [root, root.querySelector('body')].flatMap((element) => [
      element?.getAttribute('lang') ?? '',
      element?.getAttribute('xml:lang') ?? '',
    ]),
    canonicalUrl: linked('canonical').slice(0, 1),
    imageUrl: linked('image_src'),
  };
}
