import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { readProjectFile } from '../../support/project.ts';

const PAGE = `<!doctype html><title>A page with a database</title><script type="module">
  import * as leavePage from '/leave-page.js';
  leavePage.endWorkWhenLeft();
  Object.assign(window, { leavePage });
</script>`;

/** Serves a page with the parts of `web/leave-page.ts` in its window. */
export async function serveLeavePage() {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/leave-page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const script = () => stripTypeScriptTypes(readProjectFile('web/leave-page.ts'));
    response.end(isScript ? script() : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { address, close: () => server.close() };
}
