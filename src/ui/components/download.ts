/** Gives a file to the browser's downloads. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  // An image of a live page can hide the function of its document.
  const link = Document.prototype.createElement.call(document, 'a') as HTMLAnchorElement;
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

const RELEASE_MS = 60_000;
