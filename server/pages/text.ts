import type { Scope, TokenRole } from '../../src/contract';

/** All texts of the server's pages. `$1` stands for a value. */
const TEXTS = {
  language: 'en',
  appName: 'Leafmark',
  signedInAs: 'Signed in as $1',
  signOut: 'Sign out',

  signInTitle: 'Sign in',
  signInLogin: 'User name or e-mail address',
  signInPassword: 'Password',
  signInButton: 'Sign in',
  signInNoCookie:
    'Your browser has not kept the sign-in. Allow cookies for this address, then sign in again.',
  signInWrong: 'The user name or the password is wrong. Check both and try again.',
  signInWays: 'Other ways to sign in',
  signInAt: 'Sign in with $1',
  signInPasskey: 'Sign in with a passkey',
  signInProxy: 'Continue as $1',
  signInNoPasswords: 'Nobody signs in with a password here.',
  signInNoWay: 'Open this address through the proxy that signs you in.',
  signInTooOften: 'Too many attempts. Wait a while, then try again.',

  goOn: 'Continue',
  providerDone: 'You are signed in',
  providerLeaving: 'You are going to $1',
  providerUnreachable:
    '$1 cannot be reached at the moment, or does not answer as a provider of OpenID Connect. Try again in a while. The server’s log has the reason.',
  providerDenied: '$1 did not let you sign in, or you have cancelled it. You can try again.',
  providerInvalid:
    'The answer of $1 is not valid, so you are not signed in. Try again. If it happens again, the server’s log has the reason.',
  providerOver:
    'This sign-in was used already, took too long, or began in another browser. Please begin again.',
  ssoNotAllowed: 'You are signed in at $1, but none of your groups may use this server.',
  ssoDisabled: 'Your account on this server is disabled. Ask its administrator.',
  ssoRemoved: 'Your account on this server was removed. Ask its administrator.',
  ssoNoAccount:
    'You are signed in at $1, but nobody here is bound to it. If you have an account here, sign in to it, and add $1 on the page of your account. Otherwise ask the administrator for one.',
  ssoNoFirstAccount:
    'There is no account here yet, and the first one has to be that of an administrator.',
  ssoNoName: '$1 says no user name for you that this server can use. Ask its administrator.',
  ssoNameTaken:
    'Somebody here has your user name already. If it is you, sign in to that account in another way, and add $1 on the page of your account.',
  signedOutHere: 'You are signed out of Leafmark. You may still be signed in at $1.',
  signOutAt: 'Sign out at $1, too',
  signedOutTitle: 'Signed out',

  waysToSignIn: 'Ways to sign in',
  identitiesTitle: 'Accounts elsewhere',
  identitiesNone: 'None yet.',
  identityAdd: 'Add $1',
  identityRemove: 'Remove',
  identityRemoveNamed: 'Remove $1',
  identityAdded: '$1 was added. You can sign in with it from now on.',
  identityRemoved: 'It was removed, and does not sign in to this account any more.',
  identityLast: 'It was not removed, because you could not sign in any more.',
  identityTaken: 'It was not added, because it belongs to another account here.',
  identityFull: 'It was not added, because you have too many. Remove one first.',
  identityProxy: 'the proxy of this server',
  passkeysTitle: 'Passkeys',
  passkeysLead:
    'A passkey signs you in without a password, with the lock of your phone or computer, or with a security key.',
  passkeysNone: 'No passkeys yet.',
  passkeyAdd: 'Add a passkey',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'A name that you will recognise, such as “phone”.',
  passkeyAdded: 'The passkey “$1” was added.',
  passkeyInvalid: 'The passkey was not added. Please try again.',
  passkeysFull: 'You have $1 passkeys already. Remove one that you no longer use, then try again.',
  passkeyRefused:
    'This passkey does not sign in here. Its account may have removed it, or it took too long. Try again, or sign in in another way.',
  passkeyAsk: 'Your browser asks for your passkey.',
  passkeyAgain: 'Ask again',
  passkeyOther: 'Sign in in another way',
  passkeyStopped: 'No passkey was used. You can ask again, or sign in in another way.',
  passkeyUnknown: 'This browser cannot use passkeys, or its scripts are switched off.',

  setUpTitle: 'Welcome to Leafmark',
  setUpLead:
    'This server is new. Create its first account. The command “user add” creates the others.',
  setUpUsername: 'User name',
  setUpPassword: 'Password',
  setUpPasswordHint: 'At least $1 characters. Several words make a good password.',
  setUpButton: 'Create the account',
  setUpMissing:
    'There is no account here yet. Open the link that the server printed when it started.',
  setUpWrong:
    'This set-up link is not valid. Use the one that the server printed at its last start.',
  setUpDoneTitle: 'Already set up',
  setUpDone: 'This server already has an account. Sign in with yours.',

  fieldRequired: 'Please fill this in.',
  fieldTooLong: 'This is too long: use at most $1 characters.',
  usernameBad: 'A user name cannot contain spaces, slashes, quotes or @.',
  usernameTaken: 'This name is already taken.',
  passwordTooShort: 'Use at least $1 characters.',
  passwordTooLong: 'A password has at most $1 characters.',

  consentTitle: 'Allow “$1” to use your library?',
  consentLead: 'If you allow it, it can:',
  consentFrom: 'More about this app:',
  consentTo: 'Access goes to',
  consentToExtension: 'an extension in this browser',
  consentToProgram: 'a program on this computer',
  consentToApp: 'an app that opens $1 addresses',
  consentAddress: 'Exact address',
  consentWarning: 'Allow this only if you have just started to sign in.',
  askedTitle: 'Another site has opened this page',
  askedLead:
    'It asks to give an app access to your library. Continue only if you have just started to sign in to that app.',
  askedContinue: 'Continue',
  consentLinkAllowed: 'Access granted',
  consentLinkDenied: 'Access denied',
  consentLinkLead: 'One step is left: go back to the app with this link.',
  consentLink: 'Open $1',
  allow: 'Allow',
  deny: 'Deny',

  deviceTitle: 'Connect a device',
  deviceLead: 'Type the code that your device shows.',
  deviceCode: 'Code',
  deviceGoOn: 'Continue',
  deviceUnknown: 'There is no such code. It may have expired: codes are good for five minutes.',
  deviceAllowed: 'Done. Your device signs in within a few seconds; you can close this page.',
  deviceDenied: 'The device has no access. You can close this page.',
  deviceCheck: 'Allow this only if your device shows the code $1.',

  scopeReadBookmarks: 'read your bookmarks, labels, highlights and collections',
  scopeWriteBookmarks: 'add, change and delete bookmarks, and share them by links and e-mail',
  scopeReadProfile: 'see your e-mail address and your settings',
  roleReadAdmin: 'use the tools for administrators',
  roleWriteAdmin: 'administer this server',

  profileTitle: 'Your account',
  profileNew: 'Your account was created, and the server is ready.',
  httpsTitle: 'https for your server',
  openLibrary: 'Open the library',
  waysTitle: 'On your computer and your phone',
  waysExtension:
    'On a computer: install the Leafmark extension in your browser, and enter the address below in its options.',
  waysPhone:
    'On a phone: scan the picture or open the address, sign in, and add the page to the home screen.',
  waysNoPhone:
    'On a phone: the address of this page leads to this computer only. Start the server with --host 0.0.0.0 and open it at the address that this computer has in your network, or at an address with https.',
  waysPlain: 'Without https a phone shows the library only while it reaches the server.',
  waysPicture: 'QR code of $1',
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
  tokensLead: 'A token gives a program access to your library without your password.',
  tokensNone: 'No tokens yet.',
  tokenName: 'Name',
  tokenNameHint: 'A name that you will recognise, such as “e-reader”.',
  tokenRoles: 'It may',
  tokenEverything: 'do everything that you may',
  tokenRolesNone: 'Choose what it may do.',
  tokenRolesBoth: 'Choose either some of these, or everything.',
  tokenButton: 'Create a token',
  tokenMade: 'This is the new token “$1”. Copy it now: it is shown only once.',
  tokensFull:
    'No token was created, because you have $1 already. Revoke one that you no longer use, then try again.',
  tokenAll: 'may do all that you may',
  tokenMay: 'may $1',
  tokenRevoke: 'Revoke',
  tokenRevokeNamed: 'Revoke $1',
  tokenSince: 'since $1',
  tokenNeverUsed: 'never used',
  tokenUsed: 'last used $1',
  tokenRevoked: 'The token was revoked. Programs that used it have to sign in again.',
  accessTitle: 'Apps, e-readers and tokens',
  appsTitle: 'Signed-in apps',
  appsLead:
    'To connect an app, enter the address of this server in the app. You then sign in here and decide what it may do.',
  listPages: 'Pages of the list',
  listPage: 'Page $1 of $2',
  listNewer: 'Newer',
  listOlder: 'Older',
  appsNone: 'No app is signed in.',

  exportTitle: 'Bookmarks',
  feedTitle: 'Bookmarks of $1',

  sharesTitle: 'Shared links',
  sharesLead:
    'Anyone who has one of these links can read the article. A link ends when the app that made it is signed out.',
  sharesNone: 'Nothing is shared by a link at the moment.',
  shareUntil: 'works until $1 UTC',
  shareForEver: 'works until you withdraw it, or its app is signed out',
  shareWithdraw: 'Withdraw',
  shareWithdrawNamed: 'Withdraw the link to $1',
  shareWithdrawn: 'The link was withdrawn and no longer works.',

  readersTitle: 'E-readers',
  readersLead:
    'An e-reader or a reading app that supports catalogues (OPDS), such as KOReader, can download your articles as books. Add a catalogue there with this address:',
  readersSignIn:
    'As the password, use an API token that can read your bookmarks. You can create one below. The user name can be anything.',

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

  shared: 'Somebody shared this with you.',
  sharedUntil: 'Somebody shared this with you. The link works until $1 UTC.',

  extractionLog: 'Log of the extraction',

  mailShared: '$1 shares this page with you:',
  mailBook: 'It is attached as a book (EPUB), for an e-reader or a reading app.',

  errorTitle: 'That did not work',
  errorTitleNotFound: 'Not found',
  errorTitleForbidden: 'Not allowed',
  errorTitleGone: 'Expired',
  errorTitleTooOften: 'Too many attempts',
  errorTitleFault: 'Something went wrong',
  errorTitleUnavailable: 'Temporarily unavailable',
  errorTitleFull: 'The disk is full',
  errorRequest: 'Request id in the server’s log: $1',
  errorAccount: 'Go to your account',
  errorNotFound: 'There is nothing at this address.',
  errorGone: 'This link has expired. Ask the sender for a new one.',
  errorForbidden: 'You have no access to this, or the request came from another site.',
  errorUnavailable:
    'The server cannot reach its database at the moment. Your saved data is safe. Try again in a moment.',
  errorFull:
    'The disk of the server is full, so this was not saved completely. What was saved before is safe and can be read. Ask the server’s administrator to make room, then try again.',
  errorFault: 'The server had an internal error. It is in the server’s log.',
  errorClient: 'The app’s sign-in is no longer valid. Go back to the app and sign in again.',
  errorRedirect:
    'The app asked to redirect you to an address that it did not register. You were not redirected, and the app has no access.',
  errorAppRequest:
    'The app asked for access in a way that this server does not understand. The app has no access, and you were not redirected. Continue only if you have just started to sign in with this app. Its developers can fix the problem.',
  errorBackToApp: 'Go back to the app at $1',
  errorHost: `This Leafmark server does not know the host name of this address as its own, so it does not answer.

If this is your server, start it with --base-url and the address that you typed, such as
--base-url https://read.example.org (or set LEAFMARK_BASE_URL). Behind a reverse proxy, set --trusted-proxy too.
Without --base-url a server that listens on $1 answers only at this machine's own names and addresses,
so that no other web site can reach it through your browser. Your library has not changed.`,
  errorPath: `This Leafmark server is below the path $1 of its --base-url, and this request came for another path.

If the address in your browser is right, the proxy in front of the server changes the path: it must pass it on
as it is. In nginx, write proxy_pass http://HOST:PORT; without a slash or a path after the port.
In Caddy, write handle, not handle_path. Your library has not changed.`,
  errorUnauthorised: 'You have to sign in first.',
  errorTooOften: 'There were too many attempts. Wait a while, then try again.',
} as const;

export type TextKey = keyof typeof TEXTS;

/** Returns a text of the pages and fills in `values`. */
export const pageText = (key: TextKey, ...values: readonly (string | number)[]): string =>
  TEXTS[key].replace(/\$(\d)/g, (_, n: string) => String(values[Number(n) - 1] ?? ''));

const ROLE_TEXTS: Readonly<Record<TokenRole, TextKey>> = {
  'bookmarks:read': 'scopeReadBookmarks',
  'bookmarks:write': 'scopeWriteBookmarks',
  'profile:read': 'scopeReadProfile',
  'admin:read': 'roleReadAdmin',
  'admin:write': 'roleWriteAdmin',
};

/** Describes the permission of a scope or role, to follow "may". */
export const roleText = (role: Scope | TokenRole): string => pageText(ROLE_TEXTS[role]);
