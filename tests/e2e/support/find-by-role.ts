/** What a person and a screen reader call a thing. `name` is exact, or a pattern's source. */
export interface Named {
  readonly role: string;
  readonly name: string | { readonly pattern: string };
  /** Which of several, from 0; without it the first that shows. */
  readonly nth?: number;
}

/** Where a thing is in its page and on the screen, in CSS pixels, scrolled into view. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly screenX: number;
  readonly screenY: number;
}

/**
 * Finds an element by role and accessible name, scrolls to it and gives its middle; null when none
 * shows. It runs in the
 * page, so it stands alone: nothing from outside it may be used.
 *
 * @see https://www.w3.org/TR/accname-1.2/ of which it knows the part that our pages need
 */
export function placeOf({ role, name, nth = 0 }: Named, act: 'find' | 'focus'): Place | null {
  const selectors: Record<string, string> = {
    article: 'article',
    button: 'button, summary, input[type=submit], input[type=button]',
    checkbox: 'input[type=checkbox]',
    combobox: 'select, input[list]',
    dialog: 'dialog',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    list: 'ul, ol',
    radio: 'input[type=radio]',
    region: 'section',
    searchbox: 'input[type=search]',
    slider: 'input[type=range]',
    status: 'output',
    textbox:
      'input:not([type]), input[type=text], input[type=password], input[type=url], input[type=date], textarea',
  };
  const textOf = (node: Node): string => {
    if (node instanceof Element) {
      if (node.getAttribute('aria-hidden') === 'true') return '';
      if (node instanceof HTMLImageElement) return node.alt;
    }
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    return [...node.childNodes].map(textOf).join('');
  };
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby');
    const labels = (element as HTMLInputElement).labels; // only form controls have any
    return [
      labelledBy
        ? labelledBy
            .split(/\s+/)
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' ')
        : '',
      element.getAttribute('aria-label') ?? '',
      labels ? [...labels].map((label) => textOf(label)).join(' ') : '',
      textOf(element),
      element.getAttribute('title') ?? '',
    ]
      .map((candidate) => candidate.replace(/\s+/g, ' ').trim())
      .reduce((found, candidate) => found || candidate, '');
  };
  const native = selectors[role];
  const modal = document.querySelector('dialog:modal');
  const found = [...document.querySelectorAll(`[role="${role}"]${native ? `, ${native}` : ''}`)]
    .filter((element) => (element.getAttribute('role') ?? role) === role)
    // Behind a modal dialog nothing can be reached.
    .filter((element) => modal?.contains(element) ?? true)
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) =>
      typeof name === 'string'
        ? nameOf(element) === name
        : new RegExp(name.pattern).test(nameOf(element)),
    )[nth];
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (act === 'focus') (found as HTMLElement).focus();
  const box = found.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const { mozInnerScreenX = 0, mozInnerScreenY = 0 } = window as unknown as Partial<
    Record<'mozInnerScreenX' | 'mozInnerScreenY', number>
  >; // Firefox alone knows where on the screen the page is
  // A popup that has grown over the edge is about to be moved; windows may have a frame outside.
  if (mozInnerScreenX + innerWidth > screen.width + 10) return null;
  return { x, y, screenX: mozInnerScreenX + x, screenY: mozInnerScreenY + y };
}
