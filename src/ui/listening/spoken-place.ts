import type { TextIndex } from '../../anchoring';
import { offsetAt, type PaintedArticle, toRange } from '../highlights/store/article-text';
import { linesOfRange } from '../highlights/store/painted-text';
import type { Part } from './sentences';

/** The screen in which the article is, in px from the top of the window. */
export interface Screen {
  screen(): { readonly top: number; readonly bottom: number };
  scrollBy(px: number): void;
}

/** The name of the `::highlight()` of player-bar.css. */
const SPOKEN_NAME = 'leafmark-spoken';

/** Between a sentence and the edge of the screen, in px. */
const SENTENCE_MARGIN_PX = 8;
/** Of a long sentence, as much has to be on the screen. */
const SEEN_PX = 120;

/** Paints the sentence that is spoken, and scrolls with it. */
export function createSpokenPlace(index: TextIndex, viewport: Screen) {
  let shown: Range | null = null;

  function isSeen(range: Range): boolean {
    const { top, bottom } = viewport.screen();
    const lines = range.getBoundingClientRect();
    const end = Math.min(lines.bottom, lines.top + SEEN_PX);
    return lines.top >= top && end <= bottom - SENTENCE_MARGIN_PX;
  }

  return {
    /** Shows a sentence. It scrolls unless the person has scrolled away from the one before. */
    show(sentence: Part, isJump: boolean) {
      const range = toRange(index, sentence);
      const follows = isJump || shown === null || isSeen(shown);
      shown = range;
      CSS.highlights.set(SPOKEN_NAME, new Highlight(...(range ? [range] : [])));
      if (range === null || !follows || isSeen(range)) return;
      const { top, bottom } = viewport.screen();
      viewport.scrollBy(range.getBoundingClientRect().top - top - (bottom - top) / 3);
    },
    clear() {
      shown = null;
      CSS.highlights.delete(SPOKEN_NAME);
    },
  };
}

const CONTROLS = 'a, summary, button, input, select, textarea, label';

/**
 * Calls back with the position in the text of each click on it. Links, highlights and selected words
 * keep their clicks.
 */
export function onTextClick(
  text: Pick<PaintedArticle, 'root' | 'highlightAt'>,
  index: TextIndex,
  listener: (offset: number) => void,
): () => void {
  const onClick = ({ target, clientX, clientY }: MouseEvent) => {
    if (target instanceof Element && target.closest(CONTROLS)) return;
    if (document.getSelection()?.isCollapsed === false) return;
    if (text.highlightAt(clientX, clientY) !== null) return;
    const offset = offsetAt(index, clientX, clientY);
    const range = offset === null ? null : toRange(index, { start: offset, end: offset + 1 });
    const block = range?.startContainer.parentElement;
    if (offset === null || !range || !block) return;
    // The browser returns the nearest character for points beside the text.
    const { left, right, top, bottom } = block.getBoundingClientRect();
    const isIn = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    if (isIn || isOnLine(range, clientX, clientY)) listener(offset);
  };
  text.root.addEventListener('click', onClick);
  return () => text.root.removeEventListener('click', onClick);
}

const isOnLine = (range: Range, x: number, y: number): boolean =>
  linesOfRange(range).some(
    ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );
