/** The events in the reader's page since `installMonitor`. */
export interface ScriptMonitor {
  /** The number of calls of `window.__xss`. */
  runs: number;
  /** The violations of the page's policy as `directive blocked-thing`. */
  stopped: string[];
}

declare global {
  interface Window {
    __xss: () => void;
    __monitor: ScriptMonitor;
  }
}

/** Runs in the page before an article is shown. */
export function installMonitor(): void {
  const monitor: ScriptMonitor = { runs: 0, stopped: [] };
  window.__monitor = monitor;
  window.__xss = () => {
    monitor.runs += 1;
  };
  document.addEventListener('securitypolicyviolation', (violation) => {
    // Chromium also reports violations while it parses in the sanitiser's inert document, where
    // nothing runs. Their target is the document. Elements that remain are among the dangers.
    const isOfParsing =
      violation.blockedURI === 'inline' || violation.violatedDirective === 'base-uri';
    if (isOfParsing && violation.target === document) return;
    monitor.stopped.push(`${violation.effectiveDirective} ${violation.blockedURI}`);
  });
}

export interface ShownArticle {
  /** The visible text. */
  readonly text: string;
  /** The elements and attributes that could run scripts. */
  readonly dangers: readonly string[];
}

/**
 * Runs in the library's page. Shows the article `id`, waits for `text`, dispatches the events
 * `touches` to each of its elements, and returns what was shown before the events.
 */
export async function showAndTouch(
  id: string,
  text: string,
  touches: readonly string[],
): Promise<ShownArticle> {
  const RUNS = 'script,iframe,frame,object,embed,applet,base,meta,link,style,template,noscript';
  const MOVES = 'animate,set,animateMotion,animateTransform,foreignObject,use,handler,form';
  const ADDRESSES = ['href', 'src', 'xlink:href', 'action', 'formaction', 'data', 'cite', 'poster'];
  const shown = () => {
    const article = document.querySelector<HTMLElement>('.article');
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
    return article?.innerText.includes(text) ? article : null;
  };
  const dangersOf = (element: Element): string[] => [
    ...(element.matches(`${RUNS},${MOVES}`) || element.shadowRoot ? [element.localName] : []),
    ...[...element.attributes]
      .filter(({ name, value }) => {
        if (/^on|^srcdoc$|^style$/i.test(name)) return true;
        const address = value.replace(/[^!-~]/g, '').toLowerCase();
        return ADDRESSES.includes(name) && !/^(?:https?:|blob:|mailto:|#|$)/.test(address);
      })
      .map(({ name, value }) => `${element.localName} ${name}="${value}"`),
  ];

  /** Images that are still being read have an empty picture of the reader itself. */
  const isComing = (article: Element) =>
    article.querySelector('img[src^="data:image/svg+xml,"]') !== null;

  location.hash = `#/read/${id}`;
  const deadline = performance.now() + 60_000;
  let article = shown();
  while (article === null || isComing(article)) {
    if (performance.now() > deadline) throw new Error(`${id} shows ${document.body.textContent}`);
    await new Promise(requestAnimationFrame);
    article = shown();
  }
  const elements = [...article.querySelectorAll('*')];
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  const shownArticle = { text: article.innerText, dangers: elements.flatMap(dangersOf) };
  for (const element of elements) {
    for (const type of touches) element.dispatchEvent(new Event(type, { cancelable: true }));
  }
  return shownArticle;
}

/**
 * Runs in the library's page. Adds to the shown article what a sanitiser must remove, and triggers
 * it.
 */
export function plantDangers(address: string): void {
  const add = (element: Element, attribute = '', value = '') => {
    document.querySelector('.article')?.append(element);
    if (attribute) element.setAttribute(attribute, value);
    return element;
  };
  const handled = add(document.createElement('p'), 'onclick', '__xss()');
  handled.addEventListener('pageshow', () => window.__xss());
  add(document.createElement('a'), 'href', 'java\nscript:__xss()');
  add(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), 'onload', '__xss()');
  add(document.createElement('script')).append('__xss()');
  void fetch(address).catch(() => null); // The request itself is what counts.
}
