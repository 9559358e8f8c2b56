import { type UrlKey, urlKey } from '../url-identity';

/** Ways in which two addresses with different keys may differ and still lead to the same page. */
export const ADDRESS_DIFFERENCES = ['www', 'mobile', 'amp', 'index', 'tracking', 'route'] as const;
export type AddressDifference = (typeof ADDRESS_DIFFERENCES)[number];

/** An address split into a plain form and the parts that were removed from it, by difference. */
export interface AddressForm {
  readonly plain: string;
  /** An empty text means that nothing was removed. */
  readonly leftOut: Readonly<Record<AddressDifference, string>>;
}

const NOTHING_LEFT_OUT: AddressForm['leftOut'] = {
  www: '',
  mobile: '',
  amp: '',
  index: '',
  tracking: '',
  route: '',
};

/** Scheme, host with port, path, query, fragment. */
const ADDRESS_PARTS = /^(https?:\/\/)([^/?#]*)(\/[^?#]*)?(\?[^#]*)?(#.*)?$/s;

/** Splits the address of a key. Addresses that are not web addresses are left whole. */
export function addressForm(key: UrlKey): AddressForm {
  const { viewer, whole } = unwrapAmpViewer(key);
  const parts = ADDRESS_PARTS.exec(whole);
  if (parts === null) return { plain: whole, leftOut: NOTHING_LEFT_OUT };
  const [, scheme = '', host = '', path = '', query = '', route = ''] = parts;
  const www = cutHost(host, /^www\./);
  const mobile = cutMobile(www.rest);
  const amp = cutHost(mobile.rest, /^amp\./);
  const ampPath = cutAmp(path);
  const index = cut(ampPath.rest, INDEX_PAGE, '');
  const sorted = sortParameters(query, amp.rest);
  return {
    plain: `${scheme}${amp.rest}${index.rest || '/'}${sorted.kept}`,
    leftOut: {
      www: www.piece,
      mobile: [mobile.piece, ...sorted.mobile].join('&'),
      amp: [viewer, amp.piece, ampPath.piece, ...sorted.amp].join('&').replace(/^&+$/, ''),
      index: index.piece,
      tracking: sorted.tracking.join('&'),
      route,
    },
  };
}

interface Cut {
  readonly rest: string;
  readonly piece: string;
}

function cut(text: string, pattern: RegExp, instead: string): Cut {
  const piece = pattern.exec(text)?.[0] ?? '';
  return piece === '' ? { rest: text, piece } : { rest: text.replace(pattern, instead), piece };
}

/** Removes a label from the front of a host, as long as a host remains. */
function cutHost(host: string, pattern: RegExp): Cut {
  const short = cut(host, pattern, '');
  return short.rest.includes('.') ? short : { rest: host, piece: '' };
}

/** Removes `m.` from `m.example.org`, and from `en.m.example.org`, where a language precedes it. */
function cutMobile(host: string): Cut {
  const front = cutHost(host, /^(?:m|mobile|touch)\./);
  if (front.piece !== '') return front;
  const { rest, piece } = cut(host, /(?<=^[a-z]{2,3}(?:-[a-z]+)?\.)m\.(?=[^.]+\.)/, '');
  return { rest, piece: piece && `.${piece}` };
}

/** Handles `/story/amp`, `/amp/story`, `/story.amp` and `/story.amp.html`. */
function cutAmp(path: string): Cut {
  const html = cut(path, /\.amp(?=\.html?$)/i, '');
  if (html.piece !== '') return { ...html, piece: `${html.piece}.` };
  const end = cut(path, /(?<=[^/])(?:\/amp|\.amp)$/i, '');
  return end.piece === '' ? cut(path, /^\/amp(?=\/.)/i, '') : { ...end, piece: `…${end.piece}` };
}

const INDEX_PAGE = /\/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp|cfm)$/i;

const AMP_PARAMETER = /^(?:amp(?:=(?:1|true|yes)?)?|output(?:type)?=amp)$/i;

function sortParameters(query: string, host: string) {
  const kept: string[] = [];
  const [mobile, amp, tracking]: [string[], string[], string[]] = [[], [], []];
  for (const parameter of query.slice(1).split('&')) {
    if (parameter === '') continue;
    if (AMP_PARAMETER.test(parameter)) amp.push(parameter);
    else if (/^m=[01]$/.test(parameter) && host.endsWith('.blogspot.com')) mobile.push(parameter);
    else if (isLooseParameter(parameter.split('=', 1)[0] ?? '')) tracking.push(parameter);
    else kept.push(parameter);
  }
  return { kept: kept.length === 0 ? '' : `?${kept.join('&')}`, mobile, amp, tracking };
}

/** The prefix that an AMP viewer (Google's, or its cache) puts before the address of a page. */
const AMP_VIEWER =
  /^https:\/\/(?:www\.google\.[a-z.]{2,6}\/amp|[a-z0-9-]+\.cdn\.ampproject\.org\/[cv])\/(?:s\/)?(?=[^/]+\.)/;

/** Returns the key of the page that an AMP viewer shows, or the key itself. */
function unwrapAmpViewer(key: UrlKey): { readonly viewer: string; readonly whole: string } {
  const viewer = AMP_VIEWER.exec(key)?.[0] ?? '';
  const inner = viewer === '' ? null : urlKey(`https://${key.slice(viewer.length)}`);
  return inner === null ? { viewer: '', whole: key } : { viewer, whole: inner };
}

/**
 * Query parameters that mostly tell how a visitor came to a page but sometimes select its content.
 * They are not reliable enough to treat two addresses as equal, but enough to ask a person. In
 * lower case.
 */
const LOOSE_NAMES: ReadonlySet<string> = new Set([
  ...['ref', 'ref_', 'refid', 'referer', 'referrer', 'ref_src', 'ref_url', 'source', 'src', 'via'],
  ...['share', 'shared', 'sharer', 'share_id', 'shareid', 'sr_share', 'smid', 'smtyp', 'si'],
  ...['campaign', 'campaign_id', 'cmp', 'cmpid', 'ito', 'icid', 'ncid', 's_cid', 'xtor', 'medium'],
  ...['trk', 'track', 'tracking', 'tracking_id', 'spm', 'scm', 'feature', 'rss', 'mkt'],
  ...['partner', 'partner_id', 'aff', 'aff_id', 'affiliate', 'affiliate_id', 'amp_js_v', 'usqp'],
  ...['__twitter_impression', 'fb_ref', 'wt.mc_id', 'wt_mc', 'cb', 'sfnsn'],
]);

const LOOSE_PREFIXES = ['at_', 'itm_', 'ns_', 'trk_', 'stm_', 'ga_', 'wt_'];

/** True if a parameter may be a tracking parameter. */
function isLooseParameter(name: string): boolean {
  const lowerCased = name.toLowerCase();
  return (
    LOOSE_NAMES.has(lowerCased) || LOOSE_PREFIXES.some((prefix) => lowerCased.startsWith(prefix))
  );
}
