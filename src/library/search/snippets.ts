/** A passage of an article with the parts that match a query. */
export interface Snippet {
  readonly text: string;
  /** Start and end of each marked part, in characters of `text`. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}
