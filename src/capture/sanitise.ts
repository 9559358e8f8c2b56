import DOMPurify, { type WindowLike } from 'dompurify';

export type SanitiseArticle = (content: string | Node) => DocumentFragment;

/**
 * The sanitiser for one window. Throws when DOMPurify can't work in it: it would then hand back
 * what it was given.
 */
export function createSanitiser(window: WindowLike): SanitiseArticle {
  const purify = DOMPurify(window);
  if (purify.isSupported !== true) throw new Error('DOMPurify is not supported in this window');
  return (content) =>
    purify.sanitize(content, {
      RETURN_DOM_FRAGMENT: true,
      USE_PROFILES: { html: true, mathMl: true, svg: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'iframe'],
      FORBID_ATTR: ['style'],
      SANITIZE_NAMED_PROPS: true,
    });
}

let own: SanitiseArticle | undefined;

/** The article's HTML with nothing in it that runs, loads or spies. Uses this window. */
export function sanitiseArticle(content: string | Node): DocumentFragment {
  own ??= createSanitiser(globalThis as unknown as WindowLike);
  return own(content);
}
