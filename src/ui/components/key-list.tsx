import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { t } from '../strings';
import { IconButton } from './button';
import { Dialog } from './dialog';
import type { KeyHint } from './early-keys';
import './key-list.css';

interface KeyListProps {
  readonly hints: readonly KeyHint[];
  readonly onClose: () => void;
}

/** Lists the keys of the view in a modal dialog (`?`). */
export const KeyList = ({ hints, onClose }: KeyListProps): JSX.Element => (
  <Dialog title={t('keyListTitle')} onClose={onClose}>
    <span class="key-list-close">
      <IconButton label={t('actionClose')} icon={closeIcon} onClick={onClose} />
    </span>
    <dl class="key-list">
      {hints.map((hint) => (
        <div key={hint.action} class="line gap-4">
          <dt class="cluster gap-1">
            {hint.keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(hint.action)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
