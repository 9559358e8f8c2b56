/** A fragment as HTML. */
export function htmlOf(fragment: DocumentFragment): string {
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment.cloneNode(true));
  return holder.innerHTML;
}

/** HTML parsed like a reader parses what it is given; nothing in it loads or runs. */
export function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
