// Who may import whom, as one table (docs/architecture.md). Siblings never see each other unless it stands here.
// A product is a pack: nobody but compose (and what stands on it) sees into one.
const packs = [
  'core',
  'files',
  'statistics',
  'text',
  'documents',
  'models',
  'judges',
  'metrics',
  'messages',
  'targets',
  'traces',
  'formats',
  'reporters',
  'i18n',
]
const compose = [...packs, 'packs', 'settings', 'stores', 'runner']
const mayImport = {
  core: [],
  i18n: ['core'],
  files: ['core'],
  statistics: ['core'],
  text: ['core'],
  documents: ['core', 'files', 'text'],
  models: ['core', 'text'],
  metrics: ['core', 'statistics', 'text'],
  judges: ['core', 'text', 'models'],
  messages: ['core'],
  formats: ['core', 'files', 'messages'],
  traces: ['core', 'messages'],
  targets: ['core', 'text', 'models', 'messages', 'formats', 'traces'],
  stores: ['core', 'files'],
  reporters: ['core', 'failures', 'improve', 'mutation', 'statistics', 'i18n'],
  runner: ['core', 'statistics'],
  fleet: ['core', 'models', 'runner', 'stores'],
  packs,
  mutation: ['core', 'statistics', 'text'],
  failures: ['core', 'statistics', 'text', 'metrics'],
  improve: ['core', 'statistics'],
  mcp: ['core'],
  settings: ['core', 'i18n'],
  compose,
  workspace: [...compose, 'compose', 'fleet', 'failures', 'improve', 'mutation', 'server'],
  testing: [...compose, 'compose'],
  public: [...compose, 'compose', 'testing'],
  server: ['core', 'i18n', 'improve', 'settings', 'statistics', 'runner'],
  cli: [
    'core',
    'files',
    'failures',
    'statistics',
    'improve',
    'mcp',
    'mutation',
    'settings',
    'compose',
    'fleet',
    'runner',
    'workspace',
    'server',
    'i18n',
  ],
}

// What the page and its server say to each other of a product: schemas and words, nothing that a browser does not have.
const shapesOfPacks =
  '^src/packs/[^/]+/(document-review|reason-to-look|judged-verdict|runbook-summary|gate-measures|panel-score)\\.ts$'

const pure = ['core', 'statistics', 'text', 'metrics']

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'types included: what two files need of each other stands in a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `${folder}/ may import ${allowed.join(', ') || 'no other folder'}`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          `^src/${folder}/`,
          ...allowed.map((other) => `^src/${other}/`),
          ...(folder === 'server' ? [shapesOfPacks] : []),
        ],
      },
    })),
    {
      name: 'sentences-are-data',
      comment: 'the Japanese of a folder imports nothing',
      severity: 'error',
      from: { path: '^src/i18n/ja/' },
      to: {},
    },
    {
      name: 'products-by-name',
      comment: 'rooms that are there for one product, and what server, page and package say of it; nobody else',
      severity: 'error',
      from: {
        path: '^(src|web)/',
        pathNot: [
          '\\.test\\.tsx?$',
          '^src/packs/',
          '^src/public/metrics\\.ts$',
          '^src/workspace/(adk-web|datasets|documents|preference|runbooks)/',
          '^src/server/((api|capabilities|routes)/|run-row\\.ts$)',
          '^src/compose/config/define-config\\.ts$',
          '^web/src/(source/shapes\\.ts$|components/document-viewer|pages/(reviews|runbook))',
        ],
      },
      to: { path: '^src/packs/[^/]+/' },
    },
    {
      name: 'packs-apart',
      comment: 'no pack sees another one; packs/index.ts is the list of all',
      severity: 'error',
      from: { path: '^src/packs/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/packs/[^/]+/', pathNot: '^src/packs/$1/' },
    },
    {
      name: 'web-imports',
      comment: "the page may import pure code, the words of messages, and the server's contract",
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(core|statistics|text|i18n)/',
          '^src/reporters/(number-format|result-counts|findings|word-diff|comparison/(comparison-verdict|compared-together|case-change)|judges/(agreement-meaning|judge-drift-sentences)|validity/improve-sentences|corrected-sentences)\\.ts$',
          '^src/metrics/trajectory/align-in-order\\.ts$',
          shapesOfPacks,
          '^src/packs/runbook/report/runbook-sentences\\.ts$',
          '^src/server/(api/[^/]+|case-severity|report/report-parts|trace/(aligned-calls|trace-row|trace-rows)|view/(table-view|match-rows|sort-key)|paged/paged-run)\\.ts$',
        ],
      },
    },
    {
      name: 'web-runs-in-browsers',
      comment: 'the page has no Node modules',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'nobody-imports-web', severity: 'error', from: { path: '^src/' }, to: { path: '^web/' } },
    {
      name: 'pure-folders',
      comment: 'values in, values out: no Node modules, and no package but zod',
      severity: 'error',
      from: { path: `^src/(${pure.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(src|web)/', pathNot: '\\.d\\.ts$|^web/vite(\\.report)?\\.config\\.ts$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      conditionNames: ['shinsa-source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
