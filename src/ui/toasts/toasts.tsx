import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { Button, IconButton } from '../components/button';
import type { ToastStore } from '../stores/toast-store';
import { t } from '../strings';
import './toasts.css';

/** What was just done, at the foot of the page, with *Undo* where it can be taken back. */
export function Toasts({ store }: { readonly store: ToastStore }): JSX.Element {
  const toasts = store.toasts.value;
  return (
    <section
      class="toasts"
      aria-label={t('toastsName')}
      onPointerEnter={store.hold}
      onPointerLeave={store.release}
      onFocusIn={store.hold}
      onFocusOut={store.release}
    >
      {/* In the page from the start: a region that comes with its text is not read out. */}
      <ul aria-live="polite">
        {toasts.map((toast) => (
          <li key={toast.id} class="toast" data-alarm={toast.isAlarm}>
            <span class="toast-message">{toast.message}</span>
            {toast.canUndo && (
              <Button look="quiet" onClick={() => store.undo(toast.id)}>
                {t('actionUndo')}
              </Button>
            )}
            <IconButton
              label={t('actionDismiss')}
              icon={closeIcon}
              onClick={() => store.dismiss(toast.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
