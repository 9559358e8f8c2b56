/** Letters by which Readability compares a heading to the title: there it has dropped it itself. */
const LATIN = /[a-z0-9]/i;

/**
 * Takes away the heading that opens an article with its title, which a reader shows above it.
 * Readability does, in Latin letters only. The title may have the name of the site besides.
 */
export function dropRepeatedTitle(article: DocumentFragment, title: string): void {
  const heading = article.querySelector('h1,h2');
  const words = normal(heading?.textContent ?? '');
  if (heading === null || words === '' || LATIN.test(words)) return;
  // The heading is in it, with as much white space again.
  const start = (article.textContent ?? '').slice(
    0,
    2 * (heading.textContent ?? '').length + 1_000,
  );
  const opens = normal(start).startsWith(words);
  if (opens && normal(title).includes(words)) heading.remove();
}

const normal = (text: string): string => text.normalize('NFKC').replace(/[\s\p{P}\p{S}]+/gu, '');
