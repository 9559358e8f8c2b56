import { documentOf, type Steps } from '../../../anchoring';
import { membersOf } from '../../../dom/native';
import type { Highlight, HighlightId } from '../../../domain/highlight';
import {
  EDITED_NAME,
  type FoundHighlight,
  REGISTERED_NAMES,
  registeredName,
} from '../store/painted-text';
import paintStyles from '../views/highlights.css?inline';

/** A window with its own highlights: that of the page or of a frame. */
type Painter = Window & Pick<typeof globalThis, 'CSS' | 'Highlight' | 'CSSStyleSheet'>;

type FramePainter = Painter & { readonly wrappedJSObject?: Painter };

/** Shows which highlight the user points at. */
export const POINTED_NAME = 'leafmark-current';

/** Returns the window in which a range is painted; null if it can't be. */
export function painterOf({ startContainer }: Range): Painter | null {
  const page = documentOf(startContainer);
  const view = (page && membersOf(page).defaultView) as FramePainter | null;
  // In Firefox, the script of an extension would get the same registry for all windows of a site. The
  // objects of the frame itself are the right ones.
  return view === null || view === window ? view : (view.wrappedJSObject ?? view);
}

/** The page may have removed a frame, or replaced what its window has. Then it has no colours. */
function quietly<T>(paint: () => T): T | null {
  try {
    return paint();
  } catch {
    return null;
  }
}

const emptyPainting = (painter: Painter): Map<string, globalThis.Highlight> =>
  quietly(() => new Map(REGISTERED_NAMES.map((name) => [name, new painter.Highlight()]))) ??
  new Map();

const unpaint = (painter: Painter, names: readonly string[]) =>
  quietly(() => {
    for (const name of names) painter.CSS.highlights.delete(name);
  });

type Places = ReadonlyMap<HighlightId, FoundHighlight & { readonly ranges: readonly Range[] }>;

/**
 * Paints in the windows of a page. `onPainter` is called when highlights are shown in another window:
 * that of the page or of a frame.
 */
export function createPagePainter(onPainter: () => void) {
  const windows = new Set<Painter>();
  return {
    /** Makes what is painted in each window. */
    *paintings(highlights: readonly Highlight[], places: Places): Steps<Paintings> {
      const made = new Map<Painter, Map<string, globalThis.Highlight>>();
      for (const painter of windows) made.set(painter, emptyPainting(painter));
      for (const highlight of highlights) {
        const place = places.get(highlight.id);
        for (const range of place?.ranges ?? []) {
          const painter = painterOf(range);
          if (!painter) continue;
          const painting = made.get(painter) ?? emptyPainting(painter);
          made.set(painter, painting);
          const name = registeredName(highlight, place?.isSure === true);
          quietly(() => painting.get(name)?.add(range));
        }
        yield;
      }
      return made;
    },
    /** Shows what was made. It replaces what was shown. */
    show(paintings: Paintings) {
      for (const [painter, painting] of paintings) {
        if (!windows.has(painter)) onPainter();
        windows.add(painter);
        quietly(() => {
          for (const [name, ranges] of painting) painter.CSS.highlights.set(name, ranges);
        });
      }
    },
    /** Shows at which parts the user points, or which parts have an open editor. */
    mark(name: typeof POINTED_NAME | typeof EDITED_NAME, ranges: readonly Range[]) {
      for (const painter of windows) unpaint(painter, [name]);
      const painter = ranges[0] && painterOf(ranges[0]);
      if (!painter) return;
      quietly(() => painter.CSS.highlights.set(name, new painter.Highlight(...ranges)));
    },
    dispose() {
      for (const painter of windows)
        unpaint(painter, [...REGISTERED_NAMES, POINTED_NAME, EDITED_NAME]);
    },
  };
}

type Paintings = ReadonlyMap<Painter, ReadonlyMap<string, globalThis.Highlight>>;

/** Adds the colours of highlights to shadow roots, where styles of the document don't apply. */
export function createRootStyles() {
  const sheets = new Map<ShadowRoot, CSSStyleSheet | null>();

  function remove(root: ShadowRoot): void {
    const own = sheets.get(root);
    sheets.delete(root);
    if (!own) return;
    quietly(() => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== own);
    });
  }

  return {
    add(root: ShadowRoot) {
      if (sheets.has(root)) return;
      const sheet = quietly(() => adoptStyles(root));
      sheets.set(root, sheet);
    },
    /** Removes those of roots that are not in the page any more. */
    clean() {
      for (const root of sheets.keys()) if (!root.isConnected) remove(root);
    },
    dispose() {
      for (const root of sheets.keys()) remove(root);
    },
  };
}

/** Fails in Firefox, which does not allow it to extensions and applies the user's styles instead. */
function adoptStyles(root: ShadowRoot): CSSStyleSheet {
  const { CSSStyleSheet: Sheet } = (root.ownerDocument.defaultView ?? window) as Painter;
  const sheet = new Sheet();
  sheet.replaceSync(paintStyles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
}
