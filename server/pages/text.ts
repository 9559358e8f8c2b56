import type { Scope, TokenRole } from '../../src/contract';

/** Every word that the server's pages show. `$1` stands for what is filled in. */
const TEXTS = {
  language: 'en',
  appName: 'Leafmark',
  signedInAs: 'Signed in as $1',
  signOut: 'Sign out',

  signInTitle: 'Sign in',
  signInLogin: 'User name or e-mail address',
  signInPassword: 'Password',
  signInButton: 'Sign in',
  signInWrong: 'That user name and password do not belong together. Check both and try again.',
  signInTooOften: 'Too many attempts. Wait a while, then try again.',

  setUpTitle: 'Welcome to Leafmark',
  setUpLead:
    'This server is new. Make the first account: it is yours, and may look after the others.',
  setUpUsername: 'User name',
  setUpPassword: 'Password',
  setUpPasswordHint: 'At least $1 characters. A few words are good.',
  setUpButton: 'Make the account',
  setUpMissing:
    'There is no account here yet. Open the link that the server printed when it started.',
  setUpWrong:
    'This link does not open the set-up. Use the one that the server printed when it was started last.',
  setUpDoneTitle: 'Set up already',
  setUpDone: 'This server has its first account already. Sign in with your own.',

  fieldRequired: 'Please fill this in.',
  fieldTooLong: 'This is too long.',
  usernameBad: 'A name has no blanks, slashes, quotes or @.',
  usernameTaken: 'Somebody has this name already.',
  passwordTooShort: 'Use at least $1 characters.',

  consentTitle: 'Let “$1” into your library?',
  consentLead: 'This app asks to:',
  consentFrom: 'Its makers say more at',
  consentReturn: 'Afterwards you are sent to $1.',
  consentWarning: 'Go on only if you have just started signing in with this app.',
  allow: 'Allow',
  deny: 'Deny',

  deviceTitle: 'Connect a device',
  deviceLead: 'Type the code that your device shows.',
  deviceCode: 'Code',
  deviceGoOn: 'Go on',
  deviceUnknown: 'There is no such code. It may have expired: codes are good for five minutes.',
  deviceAllowed: 'Done. Your device signs in within a few seconds; you can close this page.',
  deviceDenied: 'Nothing was let in. You can close this page.',
  deviceCheck: 'Allow this only if your device shows the code $1.',

  scopeReadBookmarks: 'read your bookmarks, labels, highlights and collections',
  scopeWriteBookmarks: 'add, change and delete bookmarks',
  scopeReadProfile: 'see your e-mail address and your settings',
  roleReadAdmin: 'use the tools for administrators',
  roleWriteAdmin: 'administer this server',

  profileTitle: 'Your account',
  profileNew: 'Your account is made, and the server is ready. Next, connect an app.',
  passwordTitle: 'Password',
  passwordNow: 'Current password',
  passwordNew: 'New password',
  passwordButton: 'Change the password',
  passwordWrong: 'This is not your password.',
  passwordRevoke:
    'Also sign out every app and revoke every API token. Choose this if somebody else may have had your password.',
  passwordChanged:
    'Your password is changed. Every other browser is signed out. Apps and API tokens still have access.',
  passwordChangedTokens:
    'Your password is changed. Every other browser and every app is signed out, and every API token is revoked.',

  tokensTitle: 'API tokens',
  tokensLead: 'A token lets a program into your library without your password.',
  tokensNone: 'No tokens yet.',
  tokenName: 'Name',
  tokenNameHint: 'To know it again, such as “e-reader”.',
  tokenRoles: 'It may',
  tokenEverything: 'do everything that you may',
  tokenRolesNone: 'Choose what it may do.',
  tokenRolesBoth: 'Choose either some of these, or everything.',
  tokenButton: 'Make a token',
  tokenMade: 'This is the new token “$1”. Copy it now: it is shown this once.',
  tokenAll: 'may do all that you may',
  tokenMay: 'may $1',
  tokenRevoke: 'Revoke',
  tokenRevokeNamed: 'Revoke $1',
  tokenNeverUsed: 'never used',
  tokenUsed: 'last used $1',
  tokenRevoked: 'It is revoked. Whatever used it has to sign in again.',
  appsTitle: 'Signed-in apps',
  appsLead:
    'To connect an app, give it the address of this server. You sign in here, and say what it may do.',
  appsNone: 'No app is signed in.',

  exportTitle: 'Bookmarks',
  feedTitle: 'Bookmarks of $1',

  readersTitle: 'E-readers',
  readersLead:
    'An e-reader or a reading app that knows catalogues (OPDS), such as KOReader, can download your articles as books. Add a catalogue there with this address:',
  readersSignIn:
    'As the password, use an API token that may read your bookmarks: make one below. The user name can be anything.',

  catalogueUnread: 'Unread',
  catalogueUnreadText: 'Unread bookmarks',
  catalogueArchives: 'Archive',
  catalogueArchivesText: 'Archived bookmarks',
  catalogueFavorites: 'Favourites',
  catalogueFavoritesText: 'Bookmarks with a star',
  catalogueAll: 'All',
  catalogueAllText: 'All bookmarks, newest first',
  catalogueCollections: 'Collections',
  catalogueCollectionsText: 'Your saved searches',
  catalogueCollectionText: 'A saved search',
  catalogueBrowse: 'Browse',
  catalogueBrowseText: 'The bookmarks one by one',
  catalogueBookText: 'The whole collection as one EPUB',
  catalogueSearch: 'Searches titles, texts, authors, sites and labels',

  sharedUntil: 'Somebody shared this with you. The link works until $1 UTC.',

  extractionLog: 'What was done',

  mailShared: '$1 shares this page with you:',
  mailBook: 'It is attached as a book (EPUB), for an e-reader or a reading app.',

  errorTitle: 'That did not work',
  errorTitleNotFound: 'Not found',
  errorTitleForbidden: 'Not allowed',
  errorTitleGone: 'Expired',
  errorTitleTooOften: 'Too many tries',
  errorTitleFault: 'Something went wrong',
  errorTitleUnavailable: 'Not available just now',
  errorRequest: 'In the server’s log it has the number $1',
  errorAccount: 'Go to your account',
  errorNotFound: 'There is nothing at this address.',
  errorGone: 'This link has expired. Ask whoever gave it to you for a new one.',
  errorForbidden: 'This is not for you, or it came from a page that is not ours.',
  errorUnavailable:
    'The server can’t reach its database just now. What you saved is safe; try again in a moment.',
  errorFault: 'The fault is the server’s. It was written down there.',
  errorClient:
    'The app’s sign-in is not valid any more. Go back to the app and sign in once again.',
  errorRedirect:
    'The app wants you sent to an address it did not register. You were not sent there, and nothing was let in.',
  errorAppRequest:
    'The app asked for access in a way that this server does not understand. Nothing was let in, and you were not sent anywhere. Go on only if you have just started signing in with this app; its makers can mend it.',
  errorBackToApp: 'Go back to the app at $1',
  errorHost: `This Leafmark server was asked at a name that it does not know as its own, so it does not answer.

If this is your server: start it with --base-url and the address that you typed, such as
--base-url https://read.example.org (or set LEAFMARK_BASE_URL). Behind a reverse proxy set --trusted-proxy, too.
Without --base-url a server that listens on $1 answers only at this machine's own names and addresses,
so that no other web site can reach it through your browser. Your library is as it was.`,
  errorUnauthorised: 'You have to sign in first.',
  errorTooOften: 'That was too often. Wait a while, then try again.',
} as const;

export type TextKey = keyof typeof TEXTS;

/** The words of a page, with `values` filled in where they stand. */
export const pageText = (key: TextKey, ...values: readonly (string | number)[]): string =>
  TEXTS[key].replace(/\$(\d)/g, (_, n: string) => String(values[Number(n) - 1] ?? ''));

const ROLE_TEXTS: Readonly<Record<TokenRole, TextKey>> = {
  'bookmarks:read': 'scopeReadBookmarks',
  'bookmarks:write': 'scopeWriteBookmarks',
  'profile:read': 'scopeReadProfile',
  'admin:read': 'roleReadAdmin',
  'admin:write': 'roleWriteAdmin',
};

/** What a scope or a role permits, to go on after "may". */
export const roleText = (role: Scope | TokenRole): string => pageText(ROLE_TEXTS[role]);
