/** @jsxImportSource hono/jsx */
import { MAX_USER_CODE_LENGTH, normaliseUserCode } from '../../src/contract';
import { decideDevice, findPendingDevice } from '../account/device-codes';
import { createLimiter, USER_CODE_BY_ACCOUNT, USER_CODE_BY_ADDRESS } from '../account/rate-limits';
import { isFromOtherPage } from '../http/exchange';
import { refuseForNow } from '../http/refusal';
import type { Server } from '../server';
import type { DeviceCodeRow, OAuthClientRow } from '../storage';
import { AskedByOthersPage, ClientCard, Decision, isGranted } from './consent';
import { Field, Notice, Submit } from './fields';
import { FormToken, Layout } from './layout';
import {
  formEntryOf,
  type PageAnswer,
  type PageRoute,
  type SignedInVisit,
  seeOther,
  show,
  signedInPage,
} from './page';
import { pageText, type TextKey } from './text';

/** The interval at which the page reloads until the device has its token. */
const REFRESH_SECONDS = '6'; // protocol.md section 4.5

interface CodeProps {
  readonly visit: SignedInVisit;
  /** The code that was refused. */
  readonly refused?: string;
}

const isTooLong = (code: string): boolean => code.length > MAX_USER_CODE_LENGTH;

const CodePage = ({ visit, refused = '' }: CodeProps) => (
  <Layout base={visit.base} title={pageText('deviceTitle')} visitor={visit.visitor} width="narrow">
    <form class="card" method="get" action={`${visit.base.prefix}/device`}>
      <h1>{pageText('deviceTitle')}</h1>
      {refused !== '' && !isTooLong(refused) && (
        <Notice isProblem>{pageText('deviceUnknown')}</Notice>
      )}
      <p>{pageText('deviceLead')}</p>
      <Field
        name="user_code"
        label={pageText('deviceCode')}
        value={refused}
        problem={isTooLong(refused) ? pageText('fieldTooLong', MAX_USER_CODE_LENGTH) : null}
        autocomplete="off"
        maxlength={MAX_USER_CODE_LENGTH}
        autofocus
      />
      <div class="buttons">
        <Submit>{pageText('deviceGoOn')}</Submit>
      </div>
    </form>
  </Layout>
);

interface AskedProps {
  readonly visit: SignedInVisit;
  readonly device: DeviceCodeRow;
  readonly client: OAuthClientRow;
}

const AskedPage = ({ visit, device, client }: AskedProps) => (
  <Layout base={visit.base} title={pageText('deviceTitle')} visitor={visit.visitor} width="narrow">
    <form class="card" method="post" action={`${visit.base.prefix}/device`}>
      <FormToken visitor={visit.visitor} />
      <input type="hidden" name="user_code" value={device.userCode} />
      <ClientCard
        client={client}
        scopes={device.scopes}
        title={pageText('consentTitle', client.name)}
      />
      <p>{pageText('deviceCheck', device.userCode.replace(/^.{4}/, '$&-'))}</p>
      <Decision />
    </form>
  </Layout>
);

const DecidedPage = ({ visit, outcome }: { visit: SignedInVisit; outcome: TextKey }) => (
  <Layout base={visit.base} title={pageText('deviceTitle')} visitor={visit.visitor} width="narrow">
    <div class="card">
      <h1>{pageText('deviceTitle')}</h1>
      <Notice>{pageText(outcome)}</Notice>
    </div>
  </Layout>
);

/** Creates the page for the code that a device shows (RFC 8628 3.3). */
export function devicePages(server: Server): readonly PageRoute[] {
  const limiter = createLimiter(server);

  const wrongCode = (visit: SignedInVisit, typed: string): PageAnswer =>
    show(<CodePage visit={visit} refused={typed} />, { status: 400 });

  /** Counts a try before its code is looked up. Returns the ms to wait, or null below the limit. */
  const countTry = async ({ clientAddress, visitor }: SignedInVisit): Promise<number | null> =>
    (await limiter.takeFrom(USER_CODE_BY_ADDRESS, clientAddress)) ??
    limiter.take(USER_CODE_BY_ACCOUNT, String(visitor.user.id));

  /** Does not count the try, because its code was correct. */
  async function takeBackTry({ clientAddress, visitor }: SignedInVisit): Promise<void> {
    await limiter.giveBackTo(USER_CODE_BY_ADDRESS, clientAddress);
    await limiter.giveBack(USER_CODE_BY_ACCOUNT, String(visitor.user.id));
  }

  return [
    signedInPage('GET', '/device', async (visit) => {
      const typed = visit.url.searchParams.get('user_code') ?? '';
      if (typed === '') return show(<CodePage visit={visit} />);
      if (isFromOtherPage(visit)) return show(<AskedByOthersPage visit={visit} />);
      const waitMs = await countTry(visit);
      if (waitMs !== null) return refuseForNow(waitMs);
      if (isTooLong(typed)) return wrongCode(visit, typed);
      const pending = await findPendingDevice(
        server,
        visit.visitor.user.id,
        normaliseUserCode(typed),
      );
      if (pending === null) return wrongCode(visit, typed);
      await takeBackTry(visit);
      const { device, client } = pending;
      switch (device.state) {
        case 'pending':
          return show(<AskedPage visit={visit} device={device} client={client} />);
        case 'denied':
          return show(<DecidedPage visit={visit} outcome="deviceDenied" />);
        case 'approved':
          return show(<DecidedPage visit={visit} outcome="deviceAllowed" />, {
            headers: device.tokenId === null ? { Refresh: REFRESH_SECONDS } : {},
          });
      }
    }),
    signedInPage('POST', '/device', async (visit) => {
      const waitMs = await countTry(visit);
      if (waitMs !== null) return refuseForNow(waitMs);
      const typed = formEntryOf(visit.form, 'user_code');
      if (isTooLong(typed)) return wrongCode(visit, typed);
      const userCode = normaliseUserCode(typed);
      const isDecided = await decideDevice(
        server,
        visit.visitor.user.id,
        userCode,
        isGranted(visit.form),
      );
      if (!isDecided) return wrongCode(visit, userCode);
      await takeBackTry(visit);
      return seeOther(
        `${visit.base.url('/device')}?${new URLSearchParams({ user_code: userCode })}`,
      );
    }),
  ];
}
