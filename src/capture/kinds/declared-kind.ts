import type { PageKind } from '../../domain';

/** The kinds that a page declares itself, from the most to the least specific. */
const KINDS: readonly (readonly [kind: PageKind, types: RegExp])[] = [
  ['questions', /^(?:QAPage|Question)$/],
  ['forum', /^DiscussionForumPosting$/],
  ['recipe', /^Recipe$/],
  ['article', /(?:Article|BlogPosting|Report|Thesis|Chapter|HowTo|Review)$|^(?:article|blog)/],
  ['post', /^SocialMediaPosting$/],
  ['product', /^(?:Product|ProductGroup|Vehicle|og:product|product)/],
  ['video', /^(?:VideoObject|Movie|TVEpisode|Clip)$|^video/],
  ['gallery', /^(?:ImageGallery|MediaGallery)$/],
  ['list', /^(?:SearchResultsPage|CollectionPage)$/],
];
const DOCUMENTATION = /^(?:TechArticle|APIReference)$/;

/** Items in these are about something else than the page. */
const BESIDE =
  '[itemprop~="comment"],[itemprop~="review"],[itemprop~="isRelatedTo"],aside,nav,footer';
const MAX_ITEMS = 200;

/**
 * Returns the kind that a page declares with its types, or null. `types` are those of JSON-LD and Open
 * Graph; microdata and RDFa are read from the document.
 */
export function declaredKind(document: Document, types: readonly string[]): PageKind | null {
  const declared = [...types, ...itemTypes(document)];
  if (declared.some((type) => DOCUMENTATION.test(type))) return 'documentation';
  // A social network may call its posts articles for the sake of previews.
  const isPost = declared.includes('SocialMediaPosting');
  const isNamedArticle = declared.some((type) => /(?:Article|BlogPosting)$/.test(type));
  if (isPost && !isNamedArticle) return 'post';
  return KINDS.find(([, pattern]) => declared.some((type) => pattern.test(type)))?.[0] ?? null;
}

/** The names of the page's outermost items, such as `Product`. */
function itemTypes(document: Document): readonly string[] {
  const items = [...document.querySelectorAll('[itemtype],[typeof]')].slice(0, MAX_ITEMS);
  return items.flatMap((item) => {
    if (item.closest(BESIDE) !== null) return [];
    const written = item.getAttribute('itemtype') ?? item.getAttribute('typeof') ?? '';
    return written.split(/\s+/, 4).map((type) => type.replace(/^.*[/:#]/, ''));
  });
}
