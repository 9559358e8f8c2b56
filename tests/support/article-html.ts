/** Serialises a fragment as HTML. */
export function htmlOf(fragment: DocumentFragment): string {
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment.cloneNode(true));
  return holder.innerHTML;
}

/** Parses HTML as a reader does. Nothing in it is loaded or run. */
export function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
