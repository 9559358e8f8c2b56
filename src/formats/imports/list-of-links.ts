/** Parts of web pages that no program writes into its exports. */
const PAGE_PARTS = /<(?:script|nav|main|article|form|iframe|header|footer)\b/i;
const LISTS: ReadonlySet<string> = new Set(['dl', 'ul', 'ol']);
/** Texts that say nothing: those of folders, and of pages in their words. */
const IGNORED: ReadonlySet<string> = new Set(
  'title style h1 h2 h3 h4 h5 h6 dd'.split(' ').flatMap((tag) => [tag, `/${tag}`]),
);

/** True if the lists of an HTML file have links, and the file has few other words. Web pages have lists, too. */
export function isListOfLinks(html: string): boolean {
  if (PAGE_PARTS.test(html)) return false;
  let [links, linked, others, depth] = [0, 0, 0, 0];
  let isIgnored = false;
  let isLink = false;
  for (const part of html.split('<').slice(1)) {
    const tag = /^\/?[a-z]{1,10}[1-6]?/i.exec(part)?.[0].toLowerCase() ?? '';
    if (IGNORED.has(tag)) isIgnored = !tag.startsWith('/');
    else if (tag === 'a' || tag === 'dt' || tag === 'li' || LISTS.has(tag)) isIgnored = false;
    if (LISTS.has(tag)) depth += 1;
    else if (LISTS.has(tag.slice(1))) depth = Math.max(0, depth - 1);
    if (tag === 'a' || tag === '/a') isLink = tag === 'a' && depth > 0;
    if (tag === 'a' && isLink) links += 1;
    const { length } = part.slice(part.indexOf('>') + 1).replace(/\s+/g, '');
    if (isLink) linked += length;
    else if (!isIgnored) others += length;
  }
  // Some programs write a date or a note behind a link.
  return links > 0 && others <= 2 * linked;
}
