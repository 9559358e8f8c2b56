/** Why a server refused something in a way that no repeat would change. */
export interface Refusal {
  /** The kind of the service's error. */
  readonly kind: string;
  /** The server's own words, with the field where it named one; for whoever looks into it. */
  readonly detail: string;
}
