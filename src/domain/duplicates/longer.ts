/** How many times more words a text must have to be another than one that was cut or counted anew. */
const LONGER = 1.1;

/** Whether a text of so many words has more to say than one of `others`. */
export const isLonger = (words: number, others: number): boolean => words > others * LONGER;
