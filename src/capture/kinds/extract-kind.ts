import type { KindReason, PageKind, RecognisedKind } from '../../domain';
import type { Box } from '../clean/boxes';
import type { PageFacts } from '../clean/stage';
import { lettersIn } from '../normal-text';
import { declaredKind } from './declared-kind';
import { findGallery, galleryArticle } from './gallery';
import { isListOfLinks } from './links';
import { findThread } from './posts';
import { productArticle } from './product';
import { completeRecipe, findRecipeParts } from './recipe';
import { surveyPage } from './survey';
import { ownPosts, threadArticle } from './thread-article';
import { videoArticle } from './video';

/** The metadata of a page that decide about its kind. */
export interface KindFacts extends PageFacts {
  readonly description: string;
  readonly imageUrl: string | null;
  /** The types that the page declares in JSON-LD and Open Graph. */
  readonly types: readonly string[];
}

/** The kind of a page as far as it is known before Readability runs. */
export interface KindResult {
  readonly kind: RecognisedKind;
  /** The content in the form of its kind; `none` for a page without any; null if Readability finds it. */
  readonly content: Element | 'none' | null;
  /** Completes the article that Readability found. */
  readonly complete: (article: Element) => void;
}

/**
 * Recognises the kind of a page by what it declares and by its structure. Pages that are no article get
 * the form of their kind. The document is consumed if the result has content.
 */
export function extractKind(document: Document, facts: KindFacts): KindResult {
  const declared = declaredKind(document, facts.types);
  switch (declared) {
    case 'article':
    case 'documentation':
      return readable(declared, 'declared');
    case 'recipe': {
      const parts = findRecipeParts(document);
      return {
        ...readable('recipe', 'declared'),
        complete: (article) => completeRecipe(article, parts, facts.url),
      };
    }
    default: {
      const root = surveyPage(document, facts.url);
      return root === null ? readable('article', 'prose') : ofKind(document, root, declared, facts);
    }
  }
}

function ofKind(
  document: Document,
  root: Box,
  declared: PageKind | null,
  facts: KindFacts,
): KindResult {
  const made = (kind: PageKind, because: KindReason, content: Element): KindResult => {
    dropTitle(content, facts.title);
    return { ...readable(kind, because), content };
  };
  if (declared === 'product') {
    const content = productArticle(document, root, facts.url);
    if (content !== null) return made('product', 'declared', content);
  }
  if (declared === 'video') {
    const content = videoArticle(document, root, facts);
    if (content !== null) return made('video', 'declared', content);
  }
  const isThread = declared === 'forum' || declared === 'questions' || declared === 'post';
  const thread = findThread(root, isThread);
  if (thread !== null) {
    const content = threadArticle(document, declared === 'post' ? ownPosts(thread) : thread);
    return made(isThread ? declared : 'forum', isThread ? 'declared' : 'posts', content);
  }
  const gallery = findGallery(root, declared === 'gallery');
  if (gallery !== null) {
    const content = galleryArticle(document, gallery);
    return made('gallery', declared === 'gallery' ? 'declared' : 'images', content);
  }
  if (isListOfLinks(root, facts.url, declared === 'list')) {
    const because: KindReason = declared === 'list' ? 'declared' : 'links';
    return { ...readable('list', because), content: 'none' };
  }
  return isThread ? readable(declared, 'declared') : readable('article', 'prose');
}

const readable = (kind: PageKind, because: KindReason): KindResult => ({
  kind: { kind, because },
  content: null,
  complete: () => {},
});

const MAX_HEADINGS = 20;

/** Removes the headings that repeat the title, which the reader shows above the article. */
function dropTitle(content: Element, title: string): void {
  const wanted = lettersIn(title);
  if (wanted === '') return;
  for (const heading of [...content.querySelectorAll('h1,h2,h3')].slice(0, MAX_HEADINGS)) {
    if (lettersIn(heading.textContent ?? '') === wanted) heading.remove();
  }
}
