/** What the reader's page has seen since `beWitness`. */
export interface Witness {
  /** How often something called `window.__xss`. */
  runs: number;
  /** What the page's policy has stopped: `directive blocked-thing`. */
  stopped: string[];
}

declare global {
  interface Window {
    __xss: () => void;
    __witness: Witness;
  }
}

/** Runs in the page, before there is anything to see. */
export function beWitness(): void {
  const witness: Witness = { runs: 0, stopped: [] };
  window.__witness = witness;
  window.__xss = () => {
    witness.runs += 1;
  };
  document.addEventListener('securitypolicyviolation', (violation) => {
    // Chromium tells of what it parses in the sanitiser's inert document too, where nothing runs;
    // then no element of this document is named. What stays is among the dangers.
    const isOfParsing =
      violation.blockedURI === 'inline' || violation.violatedDirective === 'base-uri';
    if (isOfParsing && violation.target === document) return;
    witness.stopped.push(`${violation.effectiveDirective} ${violation.blockedURI}`);
  });
}

export interface ShownArticle {
  /** What a person can read of it. */
  readonly text: string;
  /** What in it could run. */
  readonly dangers: readonly string[];
}

/**
 * Runs in the library's page: reads the article of that id, once it shows `text`, after all of
 * `touches` has happened to each of its elements.
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

  location.hash = `#/read/${id}`;
  const deadline = performance.now() + 60_000;
  let article = shown();
  while (article === null) {
    if (performance.now() > deadline) throw new Error(`${id} shows ${document.body.textContent}`);
    await new Promise(requestAnimationFrame);
    article = shown();
  }
  const elements = [...article.querySelectorAll('*')];
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  const seen = { text: article.innerText, dangers: elements.flatMap(dangersOf) };
  for (const element of elements) {
    for (const type of touches) element.dispatchEvent(new Event(type, { cancelable: true }));
  }
  return seen;
}

/**
 * Runs in the library's page: puts into the article that is shown what a sanitiser must never
 * leave there, and lets it run and load what the page's policy allows.
 */
export function leaveOpen(address: string): void {
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
  void fetch(address).catch(() => null); // that it is asked for is enough
}
