import { vi } from 'vitest';

interface BrowserGaps {
  /** Addresses that were created and not yet revoked. */
  readonly liveBlobUrls: ReadonlySet<string>;
  /** Returns the text of each highlight that is painted, by its registered name, without the mark of an open editor. */
  painted(): Readonly<Record<string, readonly string[]>>;
  /** Lets a media query match or not. At first none does. */
  setMedia(query: string, matches: boolean): void;
}

/**
 * Adds what browsers have and jsdom lacks: modal dialogs, popovers, blob addresses, the CSS Custom
 * Highlight API and the layout of ranges. Call it before rendering.
 */
export function fillBrowserGaps(): BrowserGaps {
  const live = new Set<string>();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1;
    const url = `blob:test/${made}`;
    live.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void live.delete(url));
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.scrollIntoView = () => {};
  HTMLElement.prototype.showPopover = function () {
    this.style.display = 'block';
  };
  HTMLElement.prototype.hidePopover = () => {};
  const rect = () => new DOMRect(100, 100, 50, 20);
  Range.prototype.getClientRects = () => [rect()] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = rect;
  const media = new Map<string, EventTarget & { matches: boolean }>();
  vi.stubGlobal('matchMedia', (query: string) => {
    const made = media.get(query) ?? Object.assign(new EventTarget(), { matches: false });
    media.set(query, made);
    return made;
  });
  const registry = new Map<string, ReadonlySet<Range>>();
  vi.stubGlobal(
    'Highlight',
    class extends Set<Range> {
      constructor(...ranges: Range[]) {
        super(ranges);
      }
    },
  );
  vi.stubGlobal('CSS', { ...globalThis.CSS, highlights: registry });
  const painted = () =>
    Object.fromEntries(
      [...registry]
        .filter(([name, ranges]) => ranges.size > 0 && name !== 'leafmark-edited')
        .map(([name, ranges]) => [name, [...ranges].map((range) => range.toString()).sort()]),
    );
  const setMedia = (query: string, matches: boolean) => {
    const changed = Object.assign(window.matchMedia(query), { matches });
    changed.dispatchEvent(new Event('change'));
  };
  return { liveBlobUrls: live, painted, setMedia };
}

/** Returns the names and texts of the files that the page offers for download from now on. */
export function downloads(): readonly (readonly [name: string, text: string])[] {
  const files: (readonly [string, string])[] = [];
  let last: Blob | null = null;
  vi.mocked(URL.createObjectURL).mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:test/download';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const name = this.download;
    void last?.text().then((text) => files.push([name, text]));
  });
  return files;
}
