/** @jsxImportSource hono/jsx */
import type { Scope } from '../../src/contract';
import type { OAuthClientRow } from '../storage';
import { roleWords, words } from './words';

interface ClientCardProps {
  readonly client: OAuthClientRow;
  readonly scopes: readonly Scope[];
  readonly title: string;
}

/** Which app asks, and for what. Its name and picture are its own claim, its address was looked up. */
export const ClientCard = ({ client, scopes, title }: ClientCardProps) => (
  <>
    <div class="app">
      {client.logo !== '' && <img src={client.logo} alt="" />}
      <h1>{title}</h1>
    </div>
    <div>
      <p>{words('consentLead')}</p>
      <ul class="asked">
        {scopes.map((scope) => (
          <li>{roleWords(scope)}</li>
        ))}
      </ul>
    </div>
    <p class="hint">
      {words('consentFrom')}{' '}
      <a href={client.uri} rel="noreferrer">
        {new URL(client.uri).hostname}
      </a>
    </p>
  </>
);

/** Yes or no. */
export const Decision = () => (
  <div class="buttons">
    <button type="submit" class="button" name="granted" value="0">
      {words('deny')}
    </button>
    <button type="submit" class="button" data-look="primary" name="granted" value="1">
      {words('allow')}
    </button>
  </div>
);
