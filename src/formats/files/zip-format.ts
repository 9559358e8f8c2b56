// The parts of the zip format (PKWARE APPNOTE 6.3.10) that the writer and the reader of our bundles
// share.

export const LOCAL_HEADER = 0x04034b50;
export const LOCAL_HEADER_LENGTH = 30;
export const CENTRAL_HEADER = 0x02014b50;
export const CENTRAL_HEADER_LENGTH = 46;
export const END_RECORD = 0x06054b50;
export const END_RECORD_LENGTH = 22;
export const ZIP64_END_RECORD = 0x06064b50;
export const ZIP64_END_RECORD_LENGTH = 56;
export const ZIP64_LOCATOR = 0x07064b50;
export const ZIP64_LOCATOR_LENGTH = 20;
/** The id of the extra field with 64-bit sizes and offsets. */
export const ZIP64_EXTRA = 1;
export const STORED = 0;
export const DEFLATED = 8;
/** A 16-bit field with this value is in the Zip64 part. */
export const IN_ZIP64_16 = 0xffff;
/** A 32-bit field with this value is in the Zip64 part. */
export const IN_ZIP64_32 = 0xffff_ffff;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});

/** Returns the CRC-32 of the zip format. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  // An indexed loop, because this runs over every byte of a library.
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}
