/** What a repair works on: a copy of the page, which it may change. */
export interface RepairContext {
  readonly root: Document | DocumentFragment;
  /** The document of the copy, to make elements with. */
  readonly document: Document;
  /** What relative addresses are relative to. */
  readonly baseUrl: string;
  /** The address of the page itself. */
  readonly pageUrl: string;
}
