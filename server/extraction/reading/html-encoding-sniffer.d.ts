declare module 'html-encoding-sniffer' {
  /** Returns the name of the encoding of these bytes of HTML. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
