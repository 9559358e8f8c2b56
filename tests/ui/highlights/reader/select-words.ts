import { fireEvent } from '@testing-library/preact';

/** Selects words of one text node, as a person does with the pointer. */
export function select(root: Element, words: string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const start = node.textContent?.indexOf(words) ?? -1;
    if (start < 0) continue;
    fireEvent.pointerDown(root);
    document.getSelection()?.setBaseAndExtent(node, start, node, start + words.length);
    fireEvent(document, new Event('selectionchange'));
    fireEvent.pointerUp(document);
    return;
  }
  throw new Error(`"${words}" is not in the text`);
}
