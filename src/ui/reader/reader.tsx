import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { LIBRARY_ERRORS } from '../sentences';
import { t } from '../strings';
import { OpenReader } from './open-reader';
import { ReaderGone } from './reader-gone';
import type { ReaderProps } from './reader-props';
import { createReaderStore } from './reader-store';
import '../../theme/article.css';
import '../../theme/article-scripts.css';
import '../../theme/article-wide.css';
import './image-missing.css';
import './reader.css';

/**
 * An article of the library, to be read. It scrolls with the window, which it has to itself.
 * Nothing in it is loaded from the network.
 */
export function Reader(props: ReaderProps): JSX.Element | null {
  const { deps, bookmarkId } = props;
  const { library, toasts } = deps;
  const store = useMemo(
    () =>
      createReaderStore(library, bookmarkId, ({ kind }) => toasts.alarm(t(LIBRARY_ERRORS[kind]))),
    [library, bookmarkId, toasts],
  );
  useEffect(() => store.dispose, [store]);
  const state = store.state.value;
  switch (state.kind) {
    case 'loading':
      return null;
    case 'gone':
      return <ReaderGone onBack={props.onBack} />;
    case 'ready':
      return <OpenReader key={bookmarkId} {...props} {...state} keepPlace={store.keepPlace} />;
  }
}
