import { documentOf } from '../../anchoring';
import { membersOf } from './document-members';
import paintStyles from './highlights.css?inline';
import { REGISTERED_NAMES } from './painted-text';

/** A window with its own highlights: that of the page or of a frame. */
export type Painter = Window & Pick<typeof globalThis, 'CSS' | 'Highlight' | 'CSSStyleSheet'>;

/** Returns the window in which a range is painted; null if it can't be. */
export function painterOf({ startContainer }: Range): Painter | null {
  const page = documentOf(startContainer);
  const view = (page && membersOf(page).defaultView) as FramePainter | null;
  // In Firefox, the script of an extension would get the same registry for all windows of a site. The
  // objects of the frame itself are the right ones.
  return view === null || view === window ? view : (view.wrappedJSObject ?? view);
}

type FramePainter = Painter & { readonly wrappedJSObject?: Painter };

/** The page may have removed a frame, or replaced what its window has. Then it has no colours. */
export function quietly<T>(paint: () => T): T | null {
  try {
    return paint();
  } catch {
    return null;
  }
}

export const emptyPainting = (painter: Painter): Map<string, globalThis.Highlight> =>
  quietly(() => new Map(REGISTERED_NAMES.map((name) => [name, new painter.Highlight()]))) ??
  new Map();

export const unpaint = (painter: Painter, names: readonly string[]) =>
  quietly(() => {
    for (const name of names) painter.CSS.highlights.delete(name);
  });

/** The colours of highlights in shadow roots, where styles of the document don't apply. */
export interface RootStyles {
  add(root: ShadowRoot): void;
  /** Removes those of roots that are not in the page any more. */
  clean(): void;
  dispose(): void;
}

export function createRootStyles(): RootStyles {
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
    add(root) {
      if (!sheets.has(root))
        sheets.set(
          root,
          quietly(() => adoptStyles(root)),
        );
    },
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
