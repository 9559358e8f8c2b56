import type { JSX } from 'preact';
import { Button } from '../components/button';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import { nameOfServer } from './server-address';
import { TroubleNote } from './trouble-note';
import { useOrder } from './use-order';

/** One click to the server that was started together with the extension; nothing where none was. */
export function CompanionOffer({ store }: { readonly store: AccountStore }): JSX.Element | null {
  const order = useOrder();
  const base = store.companion.value;
  if (base === null) return null;
  const { isBusy, trouble } = order;
  return (
    <div class="account-form">
      <p>
        <Button
          look="primary"
          isDisabled={isBusy.value}
          onClick={() => void order.follow(store.signInToCompanion())}
        >
          {t('signInCompanion')}
        </Button>
      </p>
      <p class="hint">{t('signInCompanionHint', nameOfServer(base))}</p>
      <p role="status" class="account-progress">
        {isBusy.value && t('signInLooking')}
      </p>
      {trouble.value && <TroubleNote trouble={trouble.value} />}
    </div>
  );
}
