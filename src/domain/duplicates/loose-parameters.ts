/**
 * Query parameters that mostly say how a reader came to a page and sometimes choose what it shows:
 * too unsure to be the same page by, enough to ask a person. In lower case.
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

/** Whether a parameter may be one that only tracks. */
export function isLooseParameter(name: string): boolean {
  const lowerCased = name.toLowerCase();
  return (
    LOOSE_NAMES.has(lowerCased) || LOOSE_PREFIXES.some((prefix) => lowerCased.startsWith(prefix))
  );
}
