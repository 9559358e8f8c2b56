import type { PageKind } from '../../domain/article';
import { type Box, isWithin } from '../clean/boxes';
import type { PageFacts } from '../clean/stage';
import type { GivenBlock } from '../metadata/given-text';
import { lettersIn } from '../normal-text';
import type { Attribution } from './attributions';
import { boxWith, startOfDescription } from './described-box';
import { findGallery, galleryArticle } from './gallery';
import { findLinkList } from './links';
import { listArticle } from './list-article';
import { findThread } from './posts';
import { productArticle } from './product';
import { completeRecipe, findRecipeLists } from './recipe';
import { findSections, sectionsArticle } from './sections';
import { ownPosts, threadArticle } from './thread-article';
import { videoArticle } from './video';
import { removeMarked } from './widgets';

/** The metadata of a page that decide about its kind. */
export interface KindFacts extends PageFacts {
  readonly description: string;
  readonly imageUrl: string | null;
  /** The types that the page declares in JSON-LD and Open Graph. */
  readonly types: readonly string[];
  /** The text that the page gives as data. */
  readonly given: readonly GivenBlock[];
}

/** The kind of a page as far as it is known before Readability runs. */
export interface KindResult {
  readonly kind: PageKind;
  /** The content in the form of its kind; `none` for a page without any; null if Readability finds it. */
  readonly content: Element | 'none' | null;
  /** The author and the time of the first post of a thread. */
  readonly opening?: Attribution;
  /** Removes from a copy of the page what the document has lost for this kind. */
  readonly prepare: (copy: Document) => void;
  /** Completes the article that Readability found. */
  readonly complete: (article: Element) => void;
}

/**
 * Recognises the kind of a page by what it declares and by its structure. Pages that are no article get
 * the form of their kind. `survey` measures the document, which is consumed if the result has content.
 */
export function extractKind(
  document: Document,
  survey: () => Box | null,
  facts: KindFacts,
): KindResult {
  const declared = declaredKind(document, facts.types);
  if (declared === 'article' || declared === 'documentation') return readable(declared);
  if (declared === 'recipe') return recipeResult(document, facts);
  const root = survey();
  return root === null ? readable('article') : ofKind(document, root, declared, facts);
}

function recipeResult(document: Document, facts: KindFacts): KindResult {
  const lists = findRecipeLists(document);
  return {
    kind: 'recipe',
    content: null,
    prepare: removeMarked,
    complete: (article) => {
      completeRecipe(article, lists, facts.url);
      dropTitle(article, facts.title);
    },
  };
}

function ofKind(
  document: Document,
  root: Box,
  declared: PageKind | null,
  facts: KindFacts,
): KindResult {
  const made = (kind: PageKind, content: Element): KindResult => {
    dropTitle(content, facts.title);
    return { ...readable(kind), content };
  };
  if (declared === 'product') {
    const content = productArticle(document, root, facts.url);
    if (content !== null) return made('product', content);
  }
  if (declared === 'video') {
    const content = videoArticle(document, root, facts);
    if (content !== null) return made('video', content);
  }
  const isThread = declared === 'forum' || declared === 'questions' || declared === 'post';
  const posts = findThread(root, isThread);
  const described = boxWith(root, startOfDescription(facts.description));
  const isWhole =
    isThread || described === null || posts?.some(({ whole }) => isWithin(described, whole));
  if (posts !== null && isWhole) {
    const content = threadArticle(document, declared === 'post' ? ownPosts(posts) : posts);
    const opening = posts[0]?.attribution;
    return { ...made(isThread ? declared : 'forum', content), ...(opening && { opening }) };
  }
  const gallery = findGallery(root, declared === 'gallery');
  if (gallery !== null) return made('gallery', galleryArticle(document, gallery));
  const list = findLinkList(root, facts.url, declared === 'list');
  if (list !== null) {
    const isEmpty = !list.isReadable || facts.types.includes(SEARCH);
    if (isEmpty) return { ...readable('list'), content: 'none' };
    return made('list', listArticle(document, root, list, facts.url));
  }
  const sections = findSections(root);
  if (sections !== null) return made('article', sectionsArticle(document, sections, facts.url));
  return readable(isThread ? declared : 'article');
}

/** Leaves the content to Readability. */
const readable = (kind: PageKind): KindResult => ({
  kind,
  content: null,
  prepare: () => {},
  complete: () => {},
});

const MAX_CONTENT_HEADINGS = 20;

/** Removes the headings that repeat the title, which the reader shows above the article. */
function dropTitle(content: Element, title: string): void {
  const wanted = lettersIn(title);
  if (wanted === '') return;
  for (const heading of [...content.querySelectorAll('h1,h2,h3')].slice(0, MAX_CONTENT_HEADINGS)) {
    if (lettersIn(heading.textContent ?? '') === wanted) heading.remove();
  }
}

/** The kinds that a page declares itself, from the most to the least specific. */
const KINDS_BY_TYPE: readonly (readonly [kind: PageKind, types: RegExp])[] = [
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
const SEARCH = 'SearchResultsPage';
const DOCUMENTATION = /^(?:TechArticle|APIReference)$/;

/** Items in these are about something else than the page. */
const BESIDE_CONTENT =
  '[itemprop~="comment"],[itemprop~="review"],[itemprop~="isRelatedTo"],aside,nav,footer';
const MAX_ITEMS = 200;

/**
 * Returns the kind that a page declares with its types, or null. `types` are those of JSON-LD and Open
 * Graph; microdata and RDFa are read from the document.
 */
function declaredKind(document: Document, types: readonly string[]): PageKind | null {
  const all = [...types, ...itemTypes(document)];
  if (all.some((type) => DOCUMENTATION.test(type))) return 'documentation';
  const isNamedArticle = all.some((type) => /(?:Article|BlogPosting|Review)$/.test(type));
  // A page may answer questions about its subject itself.
  const isAnswered = isNamedArticle || all.includes('FAQPage') || all.includes('Product');
  // Shops and social networks may call their pages articles for the sake of previews.
  const isPreview = !isNamedArticle && /\b(?:Product|SocialMediaPosting)\b/.test(all.join(' '));
  const declared = all.filter(
    (type) => !(isAnswered && type === 'Question') && !(isPreview && type === 'article'),
  );
  return (
    KINDS_BY_TYPE.find(([, pattern]) => declared.some((type) => pattern.test(type)))?.[0] ?? null
  );
}

/** The names of the page's outermost items, such as `Product`. */
function itemTypes(document: Document): readonly string[] {
  const items = [...document.querySelectorAll('[itemtype],[typeof]')].slice(0, MAX_ITEMS);
  return items.flatMap((item) => {
    if (item.closest(BESIDE_CONTENT) !== null) return [];
    const written = item.getAttribute('itemtype') ?? item.getAttribute('typeof') ?? '';
    return written.split(/\s+/, 4).map((type) => type.replace(/^.*[/:#]/, ''));
  });
}
