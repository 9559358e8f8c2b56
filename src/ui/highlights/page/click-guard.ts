/** The time for which a control must have been seen before it can be clicked. */
const SEEN_FOR_MS = 400;
/** After this time it must be seen anew. A busy page could have covered it meanwhile. */
const FRESH_MS = 300;
/** The least delay that browsers allow for looking whether an element is covered. */
const LOOK_FOR_COVER_EVERY_MS = 100;

export type ClickGuard = ReturnType<typeof guardClicks>;

/** TypeScript lacks the second version of the observer, which only Chromium has. */
type VisibilityOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number };
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * Watches a control in a page, whose scripts may cover it for a click that is meant for something
 * else. `isSeen` is true if the control has been visible and uncovered for a while. `host` is the
 * element of the page in which the control is.
 */
export function guardClicks(control: Element, host: Element) {
  let seenSince: number | null = null;
  let seenLast = 0;
  const isFresh = (now: number) => now - seenLast <= FRESH_MS;
  const look = (isClear: boolean) => {
    const now = performance.now();
    if (isClear) seenSince = seenSince !== null && isFresh(now) ? seenSince : now;
    else seenSince = null;
    seenLast = now;
  };
  const isSeen = () => {
    const now = performance.now();
    return seenSince !== null && isFresh(now) && now - seenSince >= SEEN_FOR_MS;
  };

  if ('isVisible' in IntersectionObserverEntry.prototype) {
    const options: VisibilityOptions = { trackVisibility: true, delay: LOOK_FOR_COVER_EVERY_MS };
    const observer = new IntersectionObserver(
      (entries) => look((entries.at(-1) as VisibilityEntry | undefined)?.isVisible === true),
      options,
    );
    observer.observe(control);
    // The browser reports only changes, and those of a busy page late. It reports each new observation.
    const looks = setInterval(() => {
      observer.unobserve(control);
      observer.observe(control);
    }, LOOK_FOR_COVER_EVERY_MS);
    return {
      isSeen,
      stop() {
        clearInterval(looks);
        observer.disconnect();
      },
    };
  }

  const lookNow = () => look(isOnTop(control, host));
  lookNow();
  const looks = setInterval(lookNow, LOOK_FOR_COVER_EVERY_MS);
  return {
    isSeen() {
      lookNow();
      return isSeen();
    },
    stop: () => clearInterval(looks),
  };
}

/** The points of an element that are looked at, as parts of its width and height. */
const SAMPLE_POINTS = [0.1, 0.3, 0.5, 0.7, 0.9];

/**
 * True if nothing covers an element, as far as Firefox tells. It does not tell what is above another
 * popover or dialog of the page without getting its clicks. So any such element counts as a cover.
 */
function isOnTop(element: Element, host: Element): boolean {
  const page = host.ownerDocument;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isHit = SAMPLE_POINTS.every((across) =>
    SAMPLE_POINTS.every((down) => {
      const [x, y] = [left + (right - left) * across, top + (bottom - top) * down];
      return Document.prototype.elementFromPoint.call(page, x, y) === host;
    }),
  );
  return isHit && !topLayersIn(page).some((each) => each !== host && !each.contains(host));
}

/** Firefox gives scripts of an extension the closed shadow roots of a page. */
type AnyHost = Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null };

function topLayersIn(root: Document | ShadowRoot): readonly Element[] {
  const all = (selectors: string) =>
    root instanceof Document
      ? Document.prototype.querySelectorAll.call(root, selectors)
      : root.querySelectorAll(selectors);
  const inner = [...all('*')].flatMap((element: AnyHost) => {
    const shadow = element.openOrClosedShadowRoot ?? element.shadowRoot;
    return shadow ? topLayersIn(shadow) : [];
  });
  return [...all(':popover-open, :modal, :fullscreen'), ...inner];
}
