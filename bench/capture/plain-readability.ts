// Runs in the measured page as a whole script, like `capture.js`.
import { Readability } from '@mozilla/readability';

new Readability(document.cloneNode(true) as Document).parse();
