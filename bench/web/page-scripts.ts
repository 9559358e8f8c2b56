// Scripts that run in the measured pages.

/** Returns the page as it is, with its styles and without its scripts; `rows`: its list has so many. */
export function staticPage(rows?: number): string {
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  for (const old of page.querySelectorAll('script, link, style')) old.remove();
  for (const image of page.querySelectorAll('img')) image.removeAttribute('src');
  const style = document.createElement('style');
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  style.textContent = rules.map(({ cssText }) => cssText).join('\n');
  page.querySelector('head')?.append(style);
  const list = page.querySelector<HTMLElement>('.list ul');
  if (list === null) throw new Error('There is no list.');
  if (rows !== undefined) {
    const drawn = [...list.children].map(({ outerHTML }) => outerHTML);
    list.innerHTML = Array.from({ length: rows }, (_, at) => drawn[at % drawn.length]).join('');
    list.style.setProperty('--lines', String(rows));
    list.style.setProperty('--lines-above', '0');
  }
  return `<!doctype html>${page.outerHTML}`;
}

/** Puts the article where the static page shows it from. */
export function storeArticle(html: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('floor', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('articles');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction('articles', 'readwrite');
      writing.objectStore('articles').put(html, 1);
      writing.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

/** Returns the ms to read the stored article and to paint it. */
export function showArticle(): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const opening = indexedDB.open('floor', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('articles').objectStore('articles').get(1);
      reading.onsuccess = () => {
        document.body.innerHTML = `<main><article>${reading.result}</article></main>`;
        opening.result.close();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
      };
    };
  });
}

/** Presses the first row. Returns the ms until its article with `paragraphs` is painted. */
export function openArticle(paragraphs: number): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const look = () =>
      requestAnimationFrame(() =>
        document.querySelectorAll('.article p').length < paragraphs
          ? look()
          : setTimeout(() => resolve(performance.now() - began)),
      );
    document.querySelector<HTMLElement>('.row-words a')?.click();
    look();
  });
}

/** Scrolls the list for some frames. Returns the share of frames that were dropped. */
export function droppedFrames(frames: number, pixels: number): Promise<number> {
  const FRAME_MS = 1000 / 60;
  const list = document.querySelector('.list');
  if (list === null) throw new Error('There is no list.');
  return new Promise((resolve) => {
    let left = frames;
    let dropped = 0;
    let last = performance.now();
    const next = (now: number) => {
      dropped += Math.max(0, Math.round((now - last) / FRAME_MS) - 1);
      last = now;
      left -= 1;
      if (left === 0) return resolve(dropped / (frames + dropped));
      list.scrollTop += pixels;
      requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(next);
    });
  });
}

/** Runs in a page with a library. Returns the number of its articles, and reads none of them. */
export async function countArticles(): Promise<number> {
  const all = await indexedDB.databases();
  const { name = '' } = all.find((each) => each.name?.startsWith('leafmark')) ?? {};
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('articles').objectStore('articles').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}
