/** The events of an element that might trigger a handler. */
export const TOUCHES: readonly string[] = [
  ...['load', 'error', 'click', 'focus', 'mouseover', 'pointerenter', 'toggle', 'beforetoggle'],
  ...['begin', 'beginEvent', 'end', 'animationstart', 'transitionend', 'start', 'pageshow'],
  ...['loadstart', 'scrollend', 'wheel', 'copy', 'selectstart', 'cancel', 'close', 'slotchange'],
];
