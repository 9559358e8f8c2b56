/** An element by its role and accessible name. `name` is exact, or the source of a pattern. */
export interface Named {
  readonly role: string;
  readonly name: string | { readonly pattern: string };
  /** Selects one of several, from 0. Without it, the first visible one is meant. */
  readonly nth?: number;
}

/** The reason to find an element. */
export type Reason = 'find' | 'focus' | 'click';

/**
 * The position of an element in its page and on the display, in CSS pixels, after scrolling it into
 * view.
 */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly screenX: number;
  readonly screenY: number;
}

/**
 * Finds an element by role and accessible name, scrolls to it and returns its middle; null if none
 * is visible, or if it is to be clicked and is disabled. It runs in the page, so it cannot use
 * anything outside of itself.
 *
 * @see https://www.w3.org/TR/accname-1.2/ It implements the part that our pages need.
 */
export function placeOf({ role, name, nth = 0 }: Named, why: Reason): Place | null {
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
    const labels = (element as HTMLInputElement).labels; // Only form controls have labels.
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
    // Nothing behind a modal dialog can be reached.
    .filter((element) => modal?.contains(element) ?? true)
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) =>
      typeof name === 'string'
        ? nameOf(element) === name
        : new RegExp(name.pattern).test(nameOf(element)),
    )[nth];
  if (!found || (why === 'click' && found.matches(':disabled'))) return null;
  found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (why === 'focus') (found as HTMLElement).focus();
  const box = found.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const { mozInnerScreenX = 0, mozInnerScreenY = 0 } = window as unknown as Partial<
    Record<'mozInnerScreenX' | 'mozInnerScreenY', number>
  >; // Only Firefox reports the position of the page on the display.
  // A popup that has grown over the edge of the display is about to be moved. Windows may have a
  // frame.
  if (mozInnerScreenX + innerWidth > screen.width + 10) return null;
  return { x, y, screenX: mozInnerScreenX + x, screenY: mozInnerScreenY + y };
}
