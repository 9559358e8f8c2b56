import type { Upload } from '../../src/contract';

/** Reads the bytes of an upload, sent as a file or as text. */
export const bytesOfUpload = async (upload: Upload): Promise<Uint8Array> =>
  typeof upload === 'string' ? Buffer.from(upload) : upload.bytes();
