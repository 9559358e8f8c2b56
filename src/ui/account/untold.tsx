import type { JSX } from 'preact';
import { t } from '../strings';
import { nameOfServer, profilePage } from './server-address';

interface UntoldProps {
  /** Servers that are still being told. */
  readonly bases: readonly string[];
  /** The server of which somebody has just signed out, and that does not take the token back. */
  readonly refusedBy: string | null;
}

/** The servers that do not know that somebody is signed out, and where it can be said to them. */
export function Untold({ bases, refusedBy }: UntoldProps): JSX.Element {
  return (
    <>
      {bases.map((base) => (
        <Note key={base} base={base} words={t('accountUntoldYet', nameOfServer(base))} />
      ))}
      {refusedBy !== null && <Note base={refusedBy} words={t('accountUntold')} />}
    </>
  );
}

function Note({ base, words }: { readonly base: string; readonly words: string }): JSX.Element {
  return (
    <p class="account-warning" role="status">
      <span>
        {words}{' '}
        <a href={profilePage(base)} target="_blank" rel="noreferrer">
          {t('signInTokenPage')}
        </a>
      </span>
    </p>
  );
}
