import type { Upload } from '../../src/contract';

/** The bytes of a file, however it came. */
export const bytesOfUpload = async (upload: Upload): Promise<Uint8Array> =>
  typeof upload === 'string' ? Buffer.from(upload) : upload.bytes();
