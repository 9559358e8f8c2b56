import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../strings';
import { IconButton } from './button';
import type { KeyHint } from './early-keys';
import './key-list.css';

interface KeyListProps {
  readonly hints: readonly KeyHint[];
  readonly onClose: () => void;
}

/** Lists the keys of the view in a modal dialog (`?`). */
export function KeyList({ hints, onClose }: KeyListProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog class="key-list" ref={dialog} aria-labelledby={title} onClose={onClose}>
      <header>
        <h2 id={title}>{t('keyListTitle')}</h2>
        <IconButton label={t('keyListClose')} icon={closeIcon} onClick={close} />
      </header>
      <dl>
        {hints.map((hint) => (
          <div key={hint.action}>
            <dt>
              {hint.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(hint.action)}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
