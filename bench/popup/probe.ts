// Runs in the head of each measured page, ours and the static ones. It reports when the content
// that its address names (`?row=…` or `?status=…`) is painted.
import type { Painted } from './world';

/** Another script in the same file has it. */
declare const REPORT_ADDRESS: string;

const expected = new URLSearchParams(location.search);
const titles = () =>
  [...document.querySelectorAll('ul[aria-label="Bookmarks"] a')].map((a) => a.textContent ?? '');

function isThere(): boolean {
  const [row, status] = [expected.get('row'), expected.get('status')];
  if (row !== null) return titles()[0] === row;
  return document.querySelector('[role="status"]')?.textContent === status;
}

/** Reports after the frame with the content is painted. */
function report(): void {
  const { port1, port2 } = new MessageChannel();
  // A message that is sent before a frame is painted arrives after it.
  requestAnimationFrame(() => port2.postMessage(null));
  port1.onmessage = () => {
    const painted: Painted = {
      navigationMs: performance.timeOrigin,
      paintedMs: performance.now(),
      titles: titles(),
      html: document.documentElement.outerHTML,
    };
    void fetch(REPORT_ADDRESS, { method: 'POST', mode: 'no-cors', body: JSON.stringify(painted) });
  };
}

if (expected.has('row') || expected.has('status')) {
  const observer = new MutationObserver(() => {
    if (!isThere()) return;
    observer.disconnect();
    report();
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}
