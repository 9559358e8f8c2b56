/**
 * Query parameters that tell how a visitor came to a page but never select the page. A name is
 * listed if its maker documents it as a click, campaign or mail id and at least two public lists
 * strip it (Firefox query stripping, Brave's query filter, AdGuard's URL tracking filter). Short
 * generic names (`ref`, `source`, `cid`, `id`, `sid`) also select content on many sites and are
 * kept. Names are in lower case and compared case-insensitively.
 */
const TRACKING_NAMES: ReadonlySet<string> = new Set([
  // Google Ads, Display & Video, Shopping, and the linker of Google Analytics
  ...['gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'gad_source', 'gad_campaignid', 'srsltid'],
  ...['_ga', '_gl'],
  // Meta: Facebook and Instagram
  ...['fbclid', 'fb_action_ids', 'fb_action_types', 'fb_ref', 'fb_source', 'igshid', 'igsh'],
  // Microsoft Advertising
  'msclkid',
  // X, TikTok, LinkedIn, Snapchat, Pinterest, Reddit
  ...['twclid', 'ttclid', 'li_fat_id', 'sccid', 'epik', 'rdt_cid'],
  // Yandex Direct and Metrica
  ...['yclid', 'ymclid', 'ysclid', '_openstat'],
  // Mailchimp
  ...['mc_cid', 'mc_eid'],
  // HubSpot
  ...['_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking'],
  // Marketo
  'mkt_tok',
  // Klaviyo, Drip, Vero, MailerLite, Omeda Olytics, Blueshift
  ...['_kx', '__s', 'vero_id', 'vero_conv', 'ml_subscriber', 'ml_subscriber_hash'],
  ...['oly_anon_id', 'oly_enc_id', 'bsft_uid', 'bsft_clkid'],
  // Adobe Analytics and Advertising
  ...['s_kwcid', 'ef_id'],
  // Impact, Commission Junction, Wicked Reports, Outbrain, Taboola
  ...['irclickid', 'cjevent', 'wickedid', 'dicbo', 'tblci'],
  // Yahoo's consent redirect
  ...['guccounter', 'guce_referrer', 'guce_referrer_sig'],
]);

const TRACKING_PREFIXES = [
  'utm_', // Urchin, now Google Analytics, and others that adopted it
  'hsa_', // HubSpot Ads
  'mtm_', // Matomo campaigns
  'pk_', // Matomo under its former name Piwik
];

/**
 * Parameters that the *Share* buttons of some sites add. On other sites the same names select
 * content.
 */
const TRACKING_NAMES_BY_SITE: ReadonlyMap<string, readonly string[]> = new Map([
  ['youtube.com', ['si', 'feature', 'pp']],
  ['youtu.be', ['si', 'feature']],
  ['open.spotify.com', ['si']],
  ['x.com', ['s', 't', 'ref_src', 'ref_url']],
  ['twitter.com', ['s', 't', 'ref_src', 'ref_url']],
]);

/**
 * True if a query parameter only serves tracking. `name` has no unnecessary escapes; `site` is the
 * host in lower case without `www.`.
 */
export function isTrackingParameter(name: string, site: string): boolean {
  const lowerCased = name.toLowerCase();
  return (
    TRACKING_NAMES.has(lowerCased) ||
    TRACKING_PREFIXES.some((prefix) => lowerCased.startsWith(prefix)) ||
    TRACKING_NAMES_BY_SITE.get(site)?.includes(lowerCased) === true
  );
}
