import { withoutFragment } from '../../domain';

/** The sanitiser puts this before every id, so that a page's ids can't shadow ours. */
const ID_PREFIX = 'user-content-';

/**
 * The fragment of a link that stays in the article, decoded; null for a link that leads elsewhere.
 * Captured links are absolute: one to the page's own address with a fragment stays in it.
 */
export function inPageFragment(link: HTMLAnchorElement, pageUrl: string): string | null {
  const href = link.getAttribute('href') ?? '';
  const hashAt = href.indexOf('#');
  // `#/` and `#!` are routes of the page: another text than the one that was captured.
  if (hashAt < 0 || /^#[/!]/.test(href.slice(hashAt))) return null;
  const address = href.slice(0, hashAt);
  if (address !== '' && address !== withoutFragment(pageUrl)) return null;
  return decoded(href.slice(hashAt + 1));
}

/** What `fragment` names in the article, or null. */
export function findTarget(root: Element, fragment: string): HTMLElement | null {
  if (fragment === '') return null;
  for (const element of root.querySelectorAll<HTMLElement>('[id], a[name]')) {
    for (const name of [element.id, element.getAttribute('name')]) {
      if (name === fragment || name === ID_PREFIX + fragment) return element;
    }
  }
  return null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment; // A stray % stands for itself.
  }
}
