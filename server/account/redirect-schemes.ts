import type { BaseAddress } from '../http/base-address';

/**
 * Schemes of one word that existing apps register: Readeck for iOS, for Android and in Flutter
 * (`readeck://oauth-callback`, `readeck://oauth/callback`), MyDeck for Android
 * (`mydeck://oauth-callback`). The service redirects to them, as to a reversed domain.
 * docs/decisions/redirect-schemes.md explains how to add one.
 */
const KNOWN_APP_SCHEMES: ReadonlySet<string> = new Set(['readeck', 'mydeck']);

/** Schemes that browsers and systems handle themselves. */
const SYSTEM_SCHEMES =
  // Documents and scripts of browsers.
  'about blob brave cid chrome crx data devtools edge feed feeds file filesystem firefox ftp ftps ' +
  'gopher http https isolated-app jar javascript livescript mhtml mid mk mocha opera pcast rdf res ' +
  'resource rtsp safari urn vbscript view-source vivaldi ws wss wyciwyg ' +
  // Messages and calls.
  'callto facetime im imap imessage irc ircs mailto message mms mmsto news nntp pop sip sips skype ' +
  'sms smsto snews tel telprompt xmpp ' +
  // Files, shells and other machines.
  'admin afp cifs computer dav davs ed2k git ldap ldaps magnet network nfs rdp recent rlogin rsync ' +
  'scp sftp shell smb ssh svn telnet tn3270 trash vnc ' +
  // Android.
  'android content geo google.navigation google.streetview intent market package voicemail ' +
  // iOS and macOS.
  'addressbook app-prefs app-settings applefeedback applescript calshow diagnostics help ibooks ' +
  'ical itms launchpad macappstore man maps music photos podcasts prefs settings shareddocuments ' +
  'shortcuts stocks videos wallet weather webcal webcals workflow ' +
  // Windows and Linux.
  'appinstaller appstream apt bingmaps calculator explorer flatpak ghelp hcp info its mapi onenote ' +
  'outlook outlookcal outlookmail search search-ms snap tbauth windowsdefender winget xbox zune';
/** Families of such schemes: `ms-settings`, `moz-extension`, `x-man-page`. */
const SYSTEM_FAMILY =
  /^(?:android|apple|brave|chrome|edge|facetime|firefox|itms|microsoft|moz|ms|opera|safari|vivaldi|x)-|-extension$/;

const LOOPBACK_IP = /^(127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True if a redirect address is that of this server's own web app. */
export const isOwnApp = (uri: string, base: Pick<BaseAddress, 'url'>): boolean =>
  uri === base.url('/');

/**
 * True if a code would travel unencrypted to another machine: plain http that leads neither to a
 * loopback IP (not a name such as `localhost`, which another program may resolve) nor to this server's
 * own web app.
 */
export const isPlainElsewhere = (uri: string, base: Pick<BaseAddress, 'url'>): boolean =>
  schemeOf(uri) === 'http' && !LOOPBACK_IP.test(new URL(uri).hostname) && !isOwnApp(uri, base);

const schemeOf = (uri: string): string => new URL(uri).protocol.slice(0, -1);

/**
 * True if browsers or systems handle the scheme of a redirect address themselves. Its relatives, such
 * as `javascript.x`, count too.
 */
export function isSystemScheme(uri: string): boolean {
  const scheme = schemeOf(uri);
  if (scheme === 'https' || scheme === 'http') return false;
  const system = SYSTEM_SCHEMES.split(' ');
  const [word = ''] = scheme.split('.');
  return system.includes(scheme) || system.includes(word) || SYSTEM_FAMILY.test(word);
}

/**
 * True if nobody but the app says that the scheme of an allowed redirect address is its own: a word
 * that is not known. The person must then follow a link to it.
 */
export function isUnknownScheme(uri: string): boolean {
  const scheme = schemeOf(uri);
  if (scheme === 'https' || scheme === 'http' || scheme.includes('.')) return false;
  return !KNOWN_APP_SCHEMES.has(scheme);
}
