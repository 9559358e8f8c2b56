/** What scrolls sideways by itself when it is wider than the measure. */
const SCROLLERS = 'pre, table, math[display="block"]';

/** Puts what can be scrolled sideways now into the tab order, so that the arrow keys reach it. */
export function makeScrollersFocusable(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>(SCROLLERS)) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}
