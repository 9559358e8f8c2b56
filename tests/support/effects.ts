import { options } from 'preact';

// Preact waits for a frame before it runs effects, with a timer of Node's in case none comes. A
// timer that outlives the file's jsdom would find no `cancelAnimationFrame` and fail the run.
options.requestAnimationFrame = (callback) => setTimeout(callback);
