/** protocol.md section 6. */
export const READING_WORDS_PER_MINUTE = 200;
/** What a word counts for in the order by duration (protocol.md section 7.1). */
export const SECONDS_PER_WORD = 0.3;
