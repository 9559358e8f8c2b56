import { useSignal } from '@preact/signals';
import chevronIcon from 'lucide-static/icons/chevron-right.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { ServerCard, SignInRequest, Way } from '../../service';
import { isUnencrypted } from '../../service/account/server-address';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { type PlainKey, t } from '../strings';
import { nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import type { ProblemText } from './problem-text';
import { Step, UnencryptedWarning } from './sign-in-parts';
import { ProblemNote, useRequest } from './use-request';
import { WayForm } from './way-forms';

interface ChooseWayProps {
  readonly store: Pick<AccountStore, 'signIn' | 'background' | 'use'>;
  readonly server: ServerCard;
  /** Why the last attempt failed. */
  readonly before: ProblemText | null;
  /** True while the server verifies the credentials that were entered here. */
  readonly isChecking: boolean;
  readonly isNew: boolean;
  readonly onExamine?: () => void;
}

/**
 * Shows the server and the ways to sign in to it. The best way is open and the others are folded.
 */
export function ChooseWay(props: ChooseWayProps): JSX.Element {
  const { store, server, isNew, onExamine } = props;
  const request = useRequest();
  const opened = useSignal<Way | null>(null);
  const isBusy = request.isBusy.value || props.isChecking;
  const problem = isBusy ? null : (request.problem.value ?? props.before);
  const instead = server.ways.find((way) => way === problem?.instead) ?? null;
  useEffect(() => {
    if (instead) opened.value = instead;
  }, [instead, opened]);
  const [best, ...others] = server.ways;
  const begin = (chosen: SignInRequest) => void request.follow(store.signIn(chosen));
  return (
    <Step title={t('signInTitle', nameOfServer(server.base))} isNew={isNew}>
      <ServerFacts server={server} />
      {problem && <ProblemNote problem={problem} />}
      {best && (
        <WayForm use={store.use} way={best} server={server} isBusy={isBusy} onBegin={begin} />
      )}
      {others.length > 0 && (
        <div class="account-ways stack gap-0">
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
              <WayForm use={store.use} way={way} server={server} isBusy={isBusy} onBegin={begin} />
            </OtherWay>
          ))}
        </div>
      )}
      <p role="status" class="soft hide-empty">
        {isBusy && t('doctorLooking')}
      </p>
      <p class="account-buttons hide-empty cluster">
        <Button look="quiet" onClick={() => void store.background.cancelSignIn({ use: store.use })}>
          {t('signInOtherServer')}
        </Button>
        {onExamine && (
          <Button look="quiet" onClick={onExamine}>
            {t('doctorOpen')}
          </Button>
        )}
      </p>
    </Step>
  );
}

function ServerFacts({ server }: { readonly server: ServerCard }): JSX.Element {
  const { base, movedFrom, version } = server;
  return (
    <>
      {movedFrom !== null && <p>{t('signInMoved', nameOfServer(movedFrom))}</p>}
      {version !== '' && <p class="hint">{version}</p>}
      {isUnencrypted(base) && <UnencryptedWarning />}
    </>
  );
}

const WAY_NAMES = {
  code: 'signInOpenPage',
  device: 'signInByDevice',
  password: 'signInByPassword',
  token: 'signInByToken',
} as const satisfies Record<Way, PlainKey>;

interface OtherWayProps {
  readonly way: Way;
  readonly isOpen: boolean;
  /** True when this way replaces the form that the user worked with. It takes the focus then. */
  readonly isInstead: boolean;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}

/** Shows the name of an alternative way, and its form once it is opened. */
function OtherWay(props: OtherWayProps): JSX.Element {
  const { way, isOpen, isInstead, onToggle, children } = props;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Leaves the focus alone when the user has moved on.
    if (!isOpen || !isInstead || document.activeElement !== document.body) return;
    body.current?.querySelector('input')?.focus();
  }, [isOpen, isInstead]);
  return (
    <div class="account-way">
      <button
        type="button"
        class="account-way-name line"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Icon shapes={chevronIcon} />
        <span>{t(WAY_NAMES[way])}</span>
      </button>
      {isOpen && (
        <div id={id} class="account-way-body" ref={body}>
          {children}
        </div>
      )}
    </div>
  );
}
