declare module 'html-encoding-sniffer' {
  /** The name of the encoding that these bytes of HTML are in. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
