/** What the background runs in: a worker in Chromium, a page in Firefox. */
export interface Scope {
  readonly importScripts?: (file: string) => void;
  readonly document?: Document;
  addEventListener(type: 'install', listener: () => void): void;
}

/** A program of the background in a file of its own, and the name under which it leaves itself. */
export interface ScriptFile {
  readonly file: string;
  readonly name: string;
}

/** Called by the program itself, when its file is run. */
export function leaveScript({ name }: ScriptFile, script: object): void {
  Reflect.set(globalThis, name, script);
}

/**
 * Gives the program, run at the first call. To be called at once when the background starts: a
 * worker may import later only what it has imported in its `install` event.
 */
export function createScriptLoader<T>(scope: Scope, { file, name }: ScriptFile): () => Promise<T> {
  const { importScripts } = scope;
  if (importScripts) scope.addEventListener('install', () => importScripts(file));
  // What the program of that file has left under its name.
  const left = () => Reflect.get(scope, name) as T | undefined;
  return async () => {
    if (!left()) {
      if (importScripts) importScripts(file);
      else if (scope.document) await runInPage(scope.document, file);
    }
    const script = left();
    if (!script) throw new Error(`${file} left nothing`);
    return script;
  };
}

function runInPage(document: Document, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = file;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`${file} could not be run`));
    document.head.append(element);
  });
}
