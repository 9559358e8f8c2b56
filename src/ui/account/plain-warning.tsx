import openIcon from 'lucide-static/icons/lock-open.svg?icon';
import type { JSX } from 'preact';
import { Icon } from '../components/icon';
import { t } from '../strings';

/** Says what plain http means. */
export function PlainWarning(): JSX.Element {
  return (
    <p class="account-warning">
      <Icon shapes={openIcon} />
      <span>{t('signInPlain')}</span>
    </p>
  );
}
