// Keys of `storage.local` (and one of `storage.session`). The first three hold secrets: only the
// background reads them. The others are for pages.

export const ACCOUNTS = 'accounts';
export const SIGN_IN = 'signIn';
export const LEFT_TOKENS = 'leftTokens';
/** An `AccountStatus`. */
export const ACCOUNT_STATUS = 'accountStatus';
/** An `Examination`, in `storage.session`. */
export const EXAMINATION = 'examination';

/** The alarm that goes on with a sign-in whose worker was ended, and with tokens that were left. */
export const SIGN_IN_ALARM = 'sign-in';
