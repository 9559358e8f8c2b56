import { DAY_MS } from '../../domain';
import { meaningOf, originPatternOf, revokeToken } from '../../service';
import type { AccountKeeper } from './account-keeper';
import { type LeftToken, withLater, withoutLeft } from './left-tokens';
import type { Origins } from './origins';
import type { CallsTo } from './service-calls';
import { withOrigin } from './sign-in-run';

/** Gives back the tokens that are used no more, for as long as it takes. */
export interface TakingBack {
  /** Tells the servers whose turn it is. */
  go(): Promise<void>;
  /** Tells the server of one. */
  tell(one: LeftToken): Promise<Told>;
}

/** `later`: it could not be asked, and is asked again; `refused`: it will not have it. */
export type Told = 'told' | 'later' | 'refused';

interface Dependencies {
  readonly keeper: AccountKeeper;
  readonly callsTo: CallsTo;
  readonly origins: Origins;
  readonly now: () => number;
}

/** A server that does not answer for as long is not coming back. */
const GIVE_UP_AFTER_MS = 30 * DAY_MS;

export function createTakingBack({ keeper, callsTo, origins, now }: Dependencies): TakingBack {
  const underWay = new Map<string, Promise<Told>>();

  const takeBack = async (one: LeftToken): Promise<Told> => {
    const told = await revokeToken(callsTo(one), one);
    const isOver =
      told.ok || meaningOf(told.error).retry === 'never' || now() > one.since + GIVE_UP_AFTER_MS;
    if (!isOver) {
      await keeper.change((kept) => ({ ...kept, left: withLater(kept.left, one, now()) }));
      return 'later';
    }
    const origin = originPatternOf(one.base);
    const after = await keeper.change(({ left, signIn, ...kept }) => ({
      ...kept,
      left: withoutLeft(left, one),
      signIn: signIn && withOrigin(signIn, origin),
    }));
    if (!after.signIn?.allowed.includes(origin)) await origins.giveBack([origin], after);
    return told.ok ? 'told' : 'refused';
  };

  const tell = (one: LeftToken): Promise<Told> => {
    const telling =
      underWay.get(one.token) ?? takeBack(one).finally(() => underWay.delete(one.token));
    underWay.set(one.token, telling);
    return telling;
  };

  return {
    tell,
    async go() {
      const { left } = await keeper.read();
      await Promise.all(left.filter(({ nextAt }) => nextAt <= now()).map(tell));
    },
  };
}
