/** The rooms below `background`. */
const BACKGROUND = [
  'messages',
  'sync',
  'transfer',
  'service',
  'library',
  'formats',
  'query',
  'capture',
  'anchoring',
  'domain',
  'contract',
];

/**
 * The dependency rule of docs/architecture.md: imports go down only. A room may import itself and
 * the rooms that are named here.
 */
const ROOMS = {
  domain: [],
  dom: [],
  theme: [],
  contract: [],
  query: ['domain', 'contract'],
  capture: ['dom', 'domain', 'contract'],
  anchoring: ['dom', 'domain', 'contract'],
  formats: ['query', 'capture', 'anchoring', 'domain', 'contract'],
  library: ['query', 'capture', 'anchoring', 'domain', 'contract'],
  transfer: ['library', 'formats', 'query', 'capture', 'anchoring', 'dom', 'domain', 'contract'],
  service: ['query', 'capture', 'anchoring', 'domain', 'contract'],
  messages: ['service', 'library', 'domain', 'contract'],
  sync: ['service', 'library', 'formats', 'query', 'capture', 'anchoring', 'domain', 'contract'],
  background: BACKGROUND,
  extension: ['background', ...BACKGROUND],
  ui: [
    'theme',
    'dom',
    'messages',
    'sync',
    'transfer',
    'service',
    'library',
    'formats',
    'query',
    'capture',
    'anchoring',
    'domain',
    'contract',
  ],
};

const rooms = Object.entries(ROOMS).map(([room, below]) => ({
  name: `${room}-looks-down-only`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^(src|entrypoints|server)/', pathNot: `^src/(${[room, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'doors-are-not-rooms',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^entrypoints/' },
    },
    {
      name: 'core-knows-no-browser-api',
      comment: 'Only extension/, ui/strings and the entrypoints use browser APIs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(extension|ui/strings)' },
      to: { path: '(^|/)(wxt|@wxt-dev)/|^#i18n' },
    },
    {
      name: 'only-the-library-opens-the-database',
      severity: 'error',
      from: { path: '^(src|entrypoints)/', pathNot: '^src/library/' },
      to: { path: 'node_modules/dexie/' },
    },
    {
      name: 'the-server-looks-down-only',
      comment: 'The server uses the rooms without browser APIs, and the shared styles.',
      severity: 'error',
      from: { path: '^server/' },
      to: {
        path: '^(src|entrypoints)/',
        pathNot: '^src/(formats|capture|anchoring|dom|query|domain|contract|theme)/',
      },
    },
    {
      name: 'only-the-storage-opens-a-database',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/storage/' },
      to: { path: '^(node:)?sqlite$|node_modules/(pg|kysely)/' },
    },
    {
      name: 'only-screen-tests-use-the-display',
      comment: 'CONTRIBUTING.md says which browser tests belong in which folder.',
      severity: 'error',
      from: { path: '^tests/e2e/(pages|http)/' },
      to: { path: '^tests/e2e/support/(launch|world)\\.ts$', reachable: true },
    },
    {
      name: 'only-screen-tests-open-a-display',
      comment: 'WebKit has no mode without a display, so its driver opens one.',
      severity: 'error',
      from: { path: '^tests/e2e/(pages|http)/' },
      to: { path: '^tests/e2e/support/(display|permission-prompt|leaf-on-screen)\\.ts$' },
    },
    {
      name: 'http-tests-have-no-extension',
      severity: 'error',
      from: { path: '^tests/e2e/http/' },
      to: { path: '^tests/e2e/support/launch-(chromium|firefox)\\.ts$', reachable: true },
    },
    {
      name: 'browser-tests-of-one-kind-import-no-other',
      severity: 'error',
      from: { path: '^tests/e2e/(screen|pages|http|support)/' },
      to: { path: '^tests/e2e/(screen|pages|http)/' },
    },
    ...rooms,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.wxt|\\.output)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
