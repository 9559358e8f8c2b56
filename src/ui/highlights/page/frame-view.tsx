import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../strings';
import { EditorFields } from '../views/highlight-controls';
import { quoteAsText } from '../views/highlight-copy';
import { HighlightList } from '../views/highlight-list';
import type { FrameStore } from './frame-store';
import './frame-view.css';

interface FrameViewProps {
  readonly store: FrameStore;
  /** Called with the height of what is shown, in CSS pixels. */
  readonly onHeight: (height: number) => void;
}

/** The interface in the frame of a page: the editor of a highlight, or the list of all. */
export function FrameInterface({ store, onHeight }: FrameViewProps): JSX.Element | null {
  const root = useRef<HTMLDivElement>(null);
  const view = store.view.value;
  const open = store.open.value;
  const shown = view?.kind === 'list' ? 'list' : open?.highlight.id;
  useLayoutEffect(() => {
    const { current } = root;
    if (current === null) return;
    // The whole page of the frame.
    const scope = current.getRootNode();
    const onKey = (event: Event) => (event as KeyboardEvent).key === 'Escape' && store.close();
    scope.addEventListener('keydown', onKey);
    // The script gives the frame its size, and then the focus.
    const observer = new ResizeObserver(() => onHeight(current.offsetHeight));
    observer.observe(current);
    onHeight(current.offsetHeight);
    current.querySelector<HTMLElement>('aside, textarea')?.focus();
    return () => {
      observer.disconnect();
      scope.removeEventListener('keydown', onKey);
    };
  }, [shown]);
  if (shown === undefined) return null;
  return (
    <div ref={root} class="frame-view">
      {view?.kind === 'list' ? (
        <HighlightList
          store={store}
          bookmark={store.source.value}
          empty={t('pageHighlightsNone')}
          onShow={({ id }) => store.show(id)}
          onFindAgain={store.findAgain}
          onClose={store.close}
        />
      ) : (
        open && (
          <div
            key={open.highlight.id}
            class="frame-editor"
            role="dialog"
            aria-label={t('highlightEdit')}
          >
            <EditorFields
              store={store}
              listed={open}
              copyText={quoteAsText(open.highlight, store.source.value)}
            />
          </div>
        )
      )}
    </div>
  );
}
