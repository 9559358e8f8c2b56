// One shape for both databases: flags are 0 or 1, instants are Unix ms, lists and objects are JSON
// in a text, bytes are bytes. Texts compare by their bytes in both.

export type Flag = 0 | 1;
export type Json = string;
