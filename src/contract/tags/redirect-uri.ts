/**
 * Schemes of one word that existing apps register: Readeck for iOS, for Android and in Flutter
 * (`readeck://oauth-callback`, `readeck://oauth/callback`), MyDeck for Android
 * (`mydeck://oauth-callback`). The service redirects to them, as to a reversed domain.
 * docs/decisions/server-sign-in.md explains how to add one.
 */
const KNOWN_APP_SCHEMES: ReadonlySet<string> = /* @__PURE__ */ new Set(['readeck', 'mydeck']);

/**
 * Schemes that browsers and systems handle themselves. docs/decisions/server-sign-in.md has the same
 * list.
 */
export const SYSTEM_SCHEMES =
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

/**
 * A scheme named after a reversed domain, as RFC 8252 7.1 requires of apps. It starts with a
 * top-level domain: letters, or an encoded name in another script. Operating systems use schemes
 * with a dot that don't, such as `x-apple.systempreferences:`.
 */
const DOMAIN_SCHEME = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})(\.[a-z0-9-]+)+$/;
/** A single letter is a drive of Windows. */
const ONE_WORD = /^[a-z][a-z0-9-]+$/;
/**
 * A host name or an IPv6 address. `;`, `,` or `*` would change the meaning of a content security
 * policy.
 */
const PLAIN_HOST = /^(\[[\da-f:.]+\]|[a-z0-9._-]+)$/;
const LOOPBACK_IP = /^(127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * True if the service may send a code to `uri`: any https address, http on a loopback IP (not a name
 * such as `localhost`), or the scheme of an app. This is stricter than spec 2.3, because other
 * schemes may execute or open something. Fragments are not allowed (RFC 6749 3.1.2).
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.includes('#') || /[\s\p{C}]/u.test(uri)) return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const { protocol, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return isAppScheme(schemeOf(uri));
  // The text is checked too, because a parser takes the path of `https:///done` for a host.
  if (!/^https?:\/\/[^/?\\]/i.test(uri) || !PLAIN_HOST.test(hostname)) return false;
  return protocol === 'https:' || LOOPBACK_IP.test(hostname);
}

/** Relatives of a system's scheme, such as `javascript.x`, are not allowed either. */
function isAppScheme(scheme: string): boolean {
  const system = SYSTEM_SCHEMES.split(' ');
  const [word = ''] = scheme.split('.');
  if (system.includes(scheme) || system.includes(word) || SYSTEM_FAMILY.test(word)) return false;
  return ONE_WORD.test(scheme) || DOMAIN_SCHEME.test(scheme);
}

const schemeOf = (uri: string): string => new URL(uri).protocol.slice(0, -1);

/**
 * True if nobody but the app says that the scheme of an allowed redirect address is its own: a word
 * that is not known. The person must then follow a link to it.
 */
export function isUnknownScheme(uri: string): boolean {
  const scheme = schemeOf(uri);
  if (scheme === 'https' || scheme === 'http' || scheme.includes('.')) return false;
  return !KNOWN_APP_SCHEMES.has(scheme);
}
