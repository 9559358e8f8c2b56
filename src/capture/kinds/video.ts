import type { Box } from '../clean/boxes';
import { lineOf } from '../normal-text';
import { boxWith, startOfDescription } from './described-box';

/** The facts about a video that its page states. */
export interface VideoFacts {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
}

/** In UTF-16 code units. */
const MIN_DESCRIPTION = 20;

/**
 * Makes an article of a video: its player or poster as a link, and its description in the longest form
 * that the page has. Moves its parts out of their page.
 */
export function videoArticle(document: Document, root: Box, facts: VideoFacts): Element | null {
  const description = descriptionOf(document, root, facts.description);
  const player = document.querySelector('a[data-embed="video"]');
  if (description === null && player === null && facts.imageUrl === null) return null;
  const article = document.createElement('div');
  const figure = player === null ? posterOf(document, facts) : (player.closest('figure') ?? player);
  if (figure !== null) article.append(figure);
  if (description !== null) article.append(description);
  return article;
}

function posterOf(document: Document, { url, title, imageUrl }: VideoFacts): Element | null {
  if (imageUrl === null) return null;
  const figure = document.createElement('figure');
  const link = document.createElement('a');
  const image = document.createElement('img');
  link.setAttribute('href', url);
  link.setAttribute('data-embed', 'video');
  image.setAttribute('src', imageUrl);
  image.setAttribute('alt', title);
  link.append(image);
  figure.append(link);
  return figure;
}

function descriptionOf(document: Document, root: Box, claimed: string): Element | null {
  const marked = document.querySelector('[itemprop~="description"]:not(meta)');
  if (marked !== null && lineOf(marked).length >= MIN_DESCRIPTION) return marked;
  const start = startOfDescription(claimed);
  if (start === '') return null;
  const shown = boxWith(root, start);
  if (shown !== null) return shown.element;
  const paragraph = document.createElement('p');
  paragraph.textContent = claimed;
  return paragraph;
}
