// Files that a person has added from a disk, and that have no address of their own.
import { fileNameOf } from './web-address';

/** The host of files that a person has added from a disk. It leads nowhere (RFC 6761). */
const ADDED_FILE_HOST = 'file.leafmark.invalid';
/** Digits of the hash in an address. */
const ADDRESS_DIGITS = 32;

/** Returns the address of a file that a person adds from a disk. The same file has the same address. */
export const addressOfFile = (hash: string, name: string): string =>
  `https://${ADDED_FILE_HOST}/${hash.slice(0, ADDRESS_DIGITS)}/${encodeURIComponent(name)}`;

/** True if an address is that of a file that a person has added from a disk, so that it cannot be opened. */
export const isAddedFile = (address: string): boolean =>
  isAddedFileHost(URL.parse(address)?.hostname);

export const isAddedFileHost = (host: string | undefined): boolean => host === ADDED_FILE_HOST;

/** Returns the source of a page for others: its address, or the name of a file that was added from a disk. */
export const sourceNameOf = (address: string): string =>
  isAddedFile(address) ? fileNameOf(address) : address;
