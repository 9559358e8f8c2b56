/**
 * The thresholds on which cleaning an article and finding it depend most. They are an argument with a
 * default, so that the benchmark can vary them in the product's own code.
 */
export interface Thresholds {
  /** The share of the prose that the body of an article holds. */
  readonly bodyShare: number;
  /** The share of the text around the body that is in links, above which it is no part of the article. */
  readonly linksAround: number;
  /** In letters: the shortest line of prose. A shorter one is a label or an entry of a list. */
  readonly proseLine: number;
  /** The share of a line in a link that makes it a link to another article. */
  readonly linkLine: number;
  /** The same for a line that begins with a label, such as `Read more:`. */
  readonly labelledLinkLine: number;
  /** In letters: the longest lead. A longer one is a summary or a paragraph of the article. */
  readonly lead: number;
  /** The share of an article in links above which it is doubtful. */
  readonly doubtfulLinks: number;
  /** The share of an article that is prose below which it is doubtful. */
  readonly doubtfulProse: number;
  /** The share of the page's prose in the article below which it is doubtful. */
  readonly doubtfulShare: number;
}

export const THRESHOLDS: Thresholds = {
  bodyShare: 0.7,
  linksAround: 0.3,
  proseLine: 60,
  linkLine: 0.9,
  labelledLinkLine: 0.55,
  lead: 200,
  doubtfulLinks: 0.4,
  doubtfulProse: 0.3,
  doubtfulShare: 0.6,
};
