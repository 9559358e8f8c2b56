import { useSignal } from '@preact/signals';
import starIcon from 'lucide-static/icons/star.svg?icon';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../components/button';
import { Chip, Chips } from '../components/chips';
import { Mark } from '../components/icon';
import { pageText } from '../current-page/page-text';
import { LabelBox } from '../labels/label-box';
import { BACKGROUND_FAILURES } from '../messages';
import { t } from '../strings';
import type { ToastFrameStore } from './toast-store';
import '../components/toasts.css';
import '../labels/labels.css';
import './toast.css';

interface ToastProps {
  readonly store: ToastFrameStore;
}

/** The toast in its frame: what a key or a menu has saved, and what can be done with it. */
export function SaveToast({ store }: ToastProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const contents = store.contents.value;
  const isInTrash = store.isInTrash.value;
  useEffect(() => {
    if (!store.hasFocus.value) return;
    // *Undo* is one of the first buttons, and no key may press it by chance.
    const first = isInTrash ? '.save-toast-actions button' : 'input';
    const { current } = root;
    (current?.querySelector<HTMLElement>(first) ?? current?.querySelector('button'))?.focus();
  }, [store.hasFocus.value, isInTrash]);
  useEffect(() => followPerson(document.documentElement, store), [store]);
  const text = contents && pageText(contents.page, contents.bookmark, store.canUndo.value);
  const { failure } = store;
  return (
    <div ref={root} class="save-toast" data-tone={text?.tone}>
      <div class="save-toast-head">
        <Mark />
        <div class="save-toast-status">
          {/* Always rendered: screen readers do not announce a live region that appears with its text. */}
          <p role="status">{text?.status}</p>
          {contents?.report?.warnings.includes('not-readable') && !isInTrash && (
            <Button look="quiet" onClick={() => void store.read()}>
              {t('gettingLook')}
            </Button>
          )}
        </div>
        {store.canUndo.value && (
          <Button look="quiet" onClick={() => void store.undo()}>
            {t('actionUndo')}
          </Button>
        )}
        <IconButton label={t('actionDismiss')} icon={closeIcon} onClick={store.close} />
      </div>
      {failure.value === null ? (
        <div class="save-toast-text">
          <p class="save-toast-title">
            <bdi>{text?.title}</bdi>
          </p>
          <p>{text?.note}</p>
        </div>
      ) : (
        <p class="save-toast-text" role="alert">
          {t(BACKGROUND_FAILURES[failure.value])}
        </p>
      )}
      <ToastActions store={store} />
    </div>
  );
}

function ToastActions({ store }: ToastProps): JSX.Element | null {
  const contents = store.contents.value;
  const typed = useSignal('');
  if (contents?.page.kind === 'error-page') {
    return (
      <div class="save-toast-actions">
        <Button onClick={() => void store.saveErrorPage()}>{t('commandSavePage')}</Button>
        <Button look="primary" onClick={() => void store.saveAddress()}>
          {t('actionSaveAddress')}
        </Button>
      </div>
    );
  }
  const bookmark = contents?.bookmark ?? null;
  if (bookmark === null) return null;
  if (store.isInTrash.value) {
    return (
      <div class="save-toast-actions">
        <Button look="primary" onClick={() => void store.restore()}>
          {t('actionRestore')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <div class="save-toast-labels">
        <Chips name={t('labelsTitle')} isLive>
          {bookmark.labels.map((label) => (
            <Chip
              key={label}
              text={label}
              removeName={t('labelsRemove', label)}
              onRemove={() => void store.removeLabel(label)}
            />
          ))}
        </Chips>
        <LabelBox
          labels={bookmark.labels}
          known={contents?.known ?? []}
          text={typed.value}
          onText={(text) => {
            typed.value = text;
          }}
          onAdd={(label) => void store.addLabel(label)}
          onRemove={(label) => void store.removeLabel(label)}
          hasFocus={false}
          isBrief
        />
      </div>
      <div class="save-toast-actions">
        {bookmark.content.kind === 'article' && (
          <Button look="quiet" onClick={() => void store.read()}>
            {t('actionReadNow')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={starIcon}
          isPressed={bookmark.isFavourite}
          onClick={() => void store.toggleFavourite()}
        >
          {t('actionFavourite')}
        </Button>
      </div>
    </>
  );
}

/** Keeps the toast while the pointer is over it or it has the focus. `Escape` closes it. */
function followPerson(page: HTMLElement, store: ToastFrameStore): () => void {
  const stopped = new AbortController();
  let isOver = false;
  let isFocused = false;
  const on = (type: string, run: (event: Event) => void) =>
    page.addEventListener(type, run, { signal: stopped.signal });
  const hold = () => store.hold(isOver || isFocused);
  for (const [type, isNext] of [
    ['pointerenter', true],
    ['pointerleave', false],
  ] as const) {
    on(type, () => {
      isOver = isNext;
      hold();
    });
  }
  for (const type of ['focusin', 'focusout']) {
    on(type, () => {
      isFocused = type === 'focusin';
      hold();
    });
  }
  on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && store.close());
  return () => stopped.abort();
}
