import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ServerCard, SignInRequest } from '../../service';
import { canBeOverheard } from '../../service/find/overheard';
import { Button } from '../components/button';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import { OtherWay } from './other-way';
import { PlainWarning } from './plain-warning';
import type { Trouble } from './problem-words';
import { nameOfServer } from './server-address';
import { Step } from './step';
import { TroubleNote } from './trouble-note';
import { useOrder } from './use-order';
import { WayForm } from './way-form';
import { orderWays, type Way } from './ways';

interface ChooseWayProps {
  readonly store: Pick<AccountStore, 'signIn' | 'cancel'>;
  readonly server: ServerCard;
  /** Why the last way that was tried did not go. */
  readonly before: Trouble | null;
  /** While the server looks at what was given here. */
  readonly isChecking: boolean;
  readonly isNew: boolean;
  readonly onExamine: () => void;
}

/** The server that was found, and the ways to sign in to it: the best one ready, the others folded. */
export function ChooseWay(props: ChooseWayProps): JSX.Element {
  const { store, server, isNew, onExamine } = props;
  const order = useOrder();
  const opened = useSignal<Way | null>(null);
  const isBusy = order.isBusy.value || props.isChecking;
  const trouble = isBusy ? null : (order.trouble.value ?? props.before);
  const instead = server.ways.find((way) => way === trouble?.instead) ?? null;
  useEffect(() => {
    if (instead) opened.value = instead;
  }, [instead, opened]);
  const [best, ...others] = orderWays(server.ways);
  const begin = (request: SignInRequest) => void order.follow(store.signIn(request));
  return (
    <Step title={t('signInTitle', nameOfServer(server.base))} isNew={isNew}>
      <ServerFacts server={server} />
      {trouble && <TroubleNote trouble={trouble} />}
      {best && <WayForm way={best} server={server} isBusy={isBusy} onBegin={begin} />}
      {others.length > 0 && (
        <div class="account-ways">
          <p class="hint">{t('signInOtherWays')}</p>
          {others.map((way) => (
            <OtherWay
              key={way}
              way={way}
              isOpen={opened.value === way}
              isInstead={way === instead}
              onToggle={() => {
                opened.value = opened.value === way ? null : way;
              }}
            >
              <WayForm way={way} server={server} isBusy={isBusy} onBegin={begin} />
            </OtherWay>
          ))}
        </div>
      )}
      <p role="status" class="account-progress">
        {isBusy && t('signInChecking')}
      </p>
      <p class="account-buttons">
        <Button look="quiet" onClick={() => void store.cancel()}>
          {t('signInOtherServer')}
        </Button>
        <Button look="quiet" onClick={onExamine}>
          {t('doctorOpen')}
        </Button>
      </p>
    </Step>
  );
}

function ServerFacts({ server }: { readonly server: ServerCard }): JSX.Element {
  const { base, movedFrom, version } = server;
  return (
    <>
      {movedFrom !== null && <p>{t('signInMoved', nameOfServer(movedFrom))}</p>}
      {version !== '' && <p class="hint">{t('accountVersion', version)}</p>}
      {canBeOverheard(base) && <PlainWarning />}
    </>
  );
}
