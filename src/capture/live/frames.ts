import type { DocumentScope, NotedFrame, Scope } from './scope';

/** Less is a button, a counter, a form. In UTF-16 code units. */
const MIN_TEXT_LENGTH = 500;

/**
 * The frame that has more to read than the tree it is in, the rest of the page being its frame;
 * null when there is none.
 */
export function frameWithTheArticle(scope: Scope): NotedFrame | null {
  let largest: NotedFrame | null = null;
  for (const frame of scope.frames) {
    if (isHidden(frame.element)) continue;
    if (largest === null || textLengthOf(frame.content) > textLengthOf(largest.content)) {
      largest = frame;
    }
  }
  if (largest === null) return null;
  const textLength = textLengthOf(largest.content);
  return textLength >= MIN_TEXT_LENGTH && textLength > scope.size.textLength ? largest : null;
}

/** With that of the frames in it: a frame may be there to hold a frame. */
function textLengthOf(scope: DocumentScope): number {
  return scope.frames.reduce(
    (length, frame) => Math.max(length, textLengthOf(frame.content)),
    scope.size.textLength,
  );
}

const isHidden = (frame: Element): boolean =>
  frame.hasAttribute('hidden') ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(frame.getAttribute('style') ?? '');

/** Puts the content of a frame's copied document in the place of the frame. */
export function inlineFrame(frame: Element, content: DocumentFragment): void {
  const section = frame.ownerDocument.createElement('section');
  section.append(...(content.querySelector('body') ?? content).childNodes);
  const frameset = frame.closest('frameset');
  if (frameset === null) {
    frame.replaceWith(section);
    return;
  }
  const body = frame.ownerDocument.createElement('body');
  body.append(section);
  outermostFrameset(frameset).replaceWith(body);
}

function outermostFrameset(frameset: Element): Element {
  const outer = frameset.parentElement?.closest('frameset');
  return outer ? outermostFrameset(outer) : frameset;
}
