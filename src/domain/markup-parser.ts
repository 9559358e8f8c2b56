// A file of its own, so that only the parser of the package is in a program, and so that the background
// loads it when it is needed. Its tables of entities would cost each start milliseconds.
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

/** Creates a parser that reads HTML or XML in pieces and calls `handler` for what it finds. */
export const createMarkupParser = (handler: Partial<Handler>, options?: ParserOptions): Parser =>
  new Parser(handler, options);
