/**
 * Direction of imports: json-text <- contracts <- {compatibility, workspace}; workspace <- board <- cli; workspace <- {hooks, mcp}.
 * The API imports none of them.
 */

/** Packages with type declarations only, which have no module to resolve. */
const TYPES_ONLY = '^sarif$'

/** Programs with an install of their own. */
const BENCHMARKS = '^(bench|evaluation/repair)/'

/** The public functions of the package above contracts that is published inside of it. */
const PUBLISHED_WITH_CONTRACTS = '^packages/compatibility/src/index\\.ts$'

/** Packages that are published as bundles. */
const BUNDLES = '^(apps/cli|packages/contracts)/'

/** Helpers for the tests of more than one package. */
const TEST_SUPPORT = '^packages/test-support/'

/**
 * Forbids imports from a package into another one that is not allowed.
 * @param {string} name
 * @param {string} from
 * @param {string[]} allowed
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const layer = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(packages|apps|plugins|docs)/', pathNot: [from, TEST_SUPPORT, ...allowed] },
})

/**
 * The folders of apps/api/src, from the bottom up, and what each may import besides itself. `db/*` stands for the files
 * of that folder without its subfolders. The entry points (main, bin/), the rest of start/ and the file app
 * are above all of them; they may import everything, and no folder may import them.
 * @type {Record<string, string[]>}
 */
const API_FOLDERS = {
  'start/startup-error': [],
  config: ['start/startup-error'],
  domain: [],
  openapi: [],
  auth: ['config', 'start/startup-error'],
  observability: ['start/startup-error'],
  'db/*': ['domain', 'db/errors'],
  'db/errors': [],
  'db/driver': ['config', 'db/*', 'db/errors', 'start/startup-error'],
  'db/distribution': ['config', 'db/driver', 'start/startup-error'],
  'db/migrations': ['config', 'domain', 'db/*', 'db/errors', 'db/driver', 'start/startup-error'],
  'db/query': ['domain', 'db/*'],
  'db/projects': ['domain', 'db/*', 'db/query'],
  'db/tasks': ['domain', 'db/*', 'db/query'],
  'db/idempotency': ['db/*', 'db/errors'],
  problems: ['domain', 'openapi'],
  handlers: ['domain', 'openapi', 'db', 'problems'],
  'http/*': ['auth', 'config', 'db', 'observability', 'openapi', 'problems', 'handlers', 'http'],
  'http/messages': ['auth'],
  'http/responses': ['problems', 'handlers'],
  'http/middleware': [
    ...['auth', 'config', 'domain', 'db', 'observability', 'problems'],
    ...['http/*', 'http/messages', 'http/responses'],
  ],
  'http/server': [
    'start/startup-error',
    'problems',
    'http/*',
    'http/messages',
    'http/middleware',
    'http/responses',
  ],
  'http/validation': ['openapi', 'problems', 'http/messages', 'http/middleware'],
  'http/operation-routes': ['domain', 'openapi', 'db', 'problems', 'handlers', 'http'],
  'changes/log': ['domain', 'db/*', 'db/query'],
  'changes/*': [
    'config',
    'db',
    'openapi',
    'problems',
    'handlers',
    'changes/log',
    'http/messages',
    'http/responses',
  ],
  'service-routes': ['domain', 'openapi', 'db', 'observability', 'problems', 'http/*', 'http/middleware'],
}

/**
 * The folders in `src` of the other packages, and the files beside them that folders import, from the bottom up: each may import
 * those before it. The other files in `src` are above all folders.
 * @type {Record<string, string[]>}
 */
const LAYERS = {
  'packages/json-text': ['values', 'text', 'lexical', 'grammar', 'changes', 'patches', 'recovery'],
  'packages/contracts': [
    ...['regexp', 'words', 'errors', 'files', 'schema', 'failures', 'corrections', 'messages', 'codegen'],
    ...['bundle', 'types', 'validator', 'schemas', 'packaged-contracts.ts', 'catalog'],
  ],
  'packages/compatibility': ['schemas', 'regexp', 'examples', 'keyword-checks'],
  'packages/structured-output': ['shape', 'model-output', 'model-schema'],
  'packages/agents': [
    ...['node-version.ts', 'answers.ts', 'programs.ts', 'settings.ts', 'agent.ts', 'agents', 'agents.ts'],
    'start-script.ts',
  ],
  'packages/workspace': [
    ...['attempt.ts', 'working-area.ts', 'segment-name.ts', 'errors.ts', 'files', 'git', 'worktrees.ts'],
    ...['list-files.ts', 'evidence', 'advice', 'validation', 'facts', 'writers'],
  ],
  'packages/board': [
    ...['assets.ts', 'assets', 'html', 'model', 'progress', 'parts', 'views', 'board', 'pages', 'server'],
  ],
  'apps/cli': [
    ...[
      'find-agent-program.ts',
      'exit-status.ts',
      'context.ts',
      'paths.ts',
      'command-line',
      'output',
      'reporters',
    ],
    ...['error-boundary.ts', 'commands'],
  ],
  'apps/hooks': ['event', 'paths', 'response.ts', 'task.ts', 'block-memory-write.ts', 'validation', 'bin'],
  'apps/mcp': [
    ...['message-lines.ts', 'stdio-transport.ts', 'tool-result.ts', 'tools', 'unchecked-schema.ts'],
    ...['project-root.ts', 'arguments.ts', 'server.ts', 'main.ts', 'bin'],
  ],
}

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
const layerRules = () =>
  Object.entries(LAYERS).flatMap(([path, layers]) => {
    const inLayer = (/** @type {string} */ layer) =>
      `^${path}/src/${layer.endsWith('.ts') ? `${layer}$` : `${layer}/`}`
    return [
      ...layers.map((layer, index) => ({
        name: `${path.replace('/', '-')}-${layer}-imports-only-lower-folders`,
        severity: /** @type {const} */ ('error'),
        from: { path: inLayer(layer) },
        to: { path: `^${path}/src/`, pathNot: layers.slice(0, index + 1).map(inLayer) },
      })),
      {
        name: `every-folder-of-${path.replace('/', '-')}-has-a-layer`,
        comment: 'Add a new folder to LAYERS.',
        severity: /** @type {const} */ ('error'),
        from: { path: `^${path}/src/[^/]+/`, pathNot: layers.map(inLayer) },
        to: {},
      },
    ]
  })

/** @param {string} folder */
const inApi = (folder) =>
  `^apps/api/src/${folder.endsWith('/*') ? `${folder.slice(0, -1)}[^/]+$` : `${folder}[/.]`}`

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
const apiRules = () =>
  Object.entries(API_FOLDERS).map(([folder, allowed]) => ({
    name: `api-${folder.replaceAll(/\W+/g, '-').replace(/-$/, '')}-imports-only-lower-folders`,
    severity: 'error',
    from: { path: inApi(folder), pathNot: '\\.test\\.ts$' },
    to: { path: '^apps/api/src/', pathNot: [folder, ...allowed].map(inApi) },
  }))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    layer('json-text-imports-no-package', '^packages/json-text/', []),
    layer('contracts-imports-json-text', '^packages/contracts/', [
      '^packages/json-text/',
      PUBLISHED_WITH_CONTRACTS,
    ]),
    {
      name: 'only-the-entry-of-contracts-imports-compatibility',
      comment: 'The published package contains the comparison, which stands above everything else in it.',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: '^packages/contracts/src/no-files\\.ts$' },
      to: { path: PUBLISHED_WITH_CONTRACTS },
    },
    layer('compatibility-imports-contracts', '^packages/compatibility/', [
      '^packages/(contracts|json-text)/',
    ]),
    layer('agents-import-no-package', '^packages/agents/', []),
    layer('test-support-imports-no-package', TEST_SUPPORT, []),
    layer('structured-output-imports-contracts', '^packages/structured-output/', [
      '^packages/(contracts|json-text)/',
    ]),
    layer('workspace-imports-contracts', '^packages/workspace/', ['^packages/contracts/']),
    layer('board-imports-lower-packages', '^packages/board/', ['^packages/(contracts|workspace)/']),
    layer('cli-imports-packages', '^apps/cli/', ['^packages/']),
    layer('hooks-imports-packages', '^apps/hooks/', ['^packages/']),
    layer('mcp-imports-packages', '^apps/mcp/', ['^packages/']),
    layer('api-imports-embedded-postgres', '^apps/api/', ['^packages/embedded-postgres/']),
    layer('embedded-postgres-imports-no-package', '^packages/embedded-postgres/', []),
    {
      name: 'no-import-of-benchmarks',
      severity: 'error',
      from: { pathNot: BENCHMARKS },
      to: { path: BENCHMARKS },
    },
    {
      name: 'benchmarks-import-public-api',
      comment:
        'Benchmarks import a package by its name, which resolves to the built files in a benchmark run. Imports of types are not restricted.',
      severity: 'error',
      from: { path: BENCHMARKS, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(packages|apps)/',
        pathNot: ['^packages/[^/]+/src/index\\.ts$', TEST_SUPPORT],
        dependencyTypesNot: ['type-only'],
      },
    },
    ...apiRules(),
    ...layerRules(),
    {
      name: 'every-api-folder-has-a-rule',
      comment: 'Add a new folder of apps/api/src to API_FOLDERS.',
      severity: 'error',
      from: {
        path: '^apps/api/src/.+/',
        pathNot: ['^apps/api/src/(bin|start)/', ...Object.keys(API_FOLDERS).map(inApi)],
      },
      to: {},
    },
    {
      name: 'contracts-has-no-runtime-dependency',
      severity: 'error',
      from: { path: '^packages/(contracts|json-text|compatibility)/src/' },
      to: { dependencyTypesNot: ['local', 'core'], pathNot: '^packages/(contracts|json-text)/' },
    },
    {
      name: 'validator-without-node-modules',
      comment:
        'The validator also runs in browsers; only files/ and catalog/directory/ use modules of Node.js.',
      severity: 'error',
      from: {
        path: '^packages/(contracts|json-text|compatibility)/src/',
        pathNot: '^packages/contracts/src/((files|catalog/directory)/|packaged-contracts\\.ts$)',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circular',
      comment: 'Cycles of type-only imports count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file without importers must be an entry point, a test or a configuration file.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '(^|/)(main|index|builtin)\\.ts$',
          '/(size|nodes|require-pnpm)\\.js$',
          // Loaded by pages.
          '^packages/board/src/assets/',
          '^bench/api/report-usage\\.',
          '\\.test\\.ts$',
          '\\.config\\.(js|ts)$',
          '\\.d\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { pathNot: ['\\.test\\.ts$', '/test/', '^evaluation/mutants/'] },
      to: { path: ['\\.test\\.ts$', '/test/'] },
    },
    {
      name: 'not-to-test-of-another-package',
      comment: 'Helpers for the tests of more than one package are in packages/test-support.',
      severity: 'error',
      from: {
        path: '^((?:packages|apps)/[^/]+|tools|bench|evaluation|docs)/',
        pathNot: '^evaluation/mutants/',
      },
      to: { path: '^(packages|apps)/[^/]+/test/', pathNot: '^$1/' },
    },
    {
      name: 'test-support-only-in-tests',
      severity: 'error',
      from: { pathNot: ['\\.test\\.ts$', '/test/', TEST_SUPPORT, '^(bench|evaluation)/'] },
      to: { path: TEST_SUPPORT },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: TYPES_ONLY },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['\\.(test\\.ts|config\\.js)$|/test/', BUNDLES] },
      to: {
        dependencyTypes: ['unknown', 'npm-no-pkg', 'npm-unknown', 'npm-dev'],
        pathNot: TYPES_ONLY,
      },
    },
    {
      name: 'no-undeclared-package-in-bundle',
      comment: 'They are published as bundles without dependencies: what they import is a dev dependency.',
      severity: 'error',
      from: { path: BUNDLES, pathNot: '\\.(test\\.ts|config\\.js)$|/test/' },
      to: { dependencyTypes: ['unknown', 'npm-no-pkg', 'npm-unknown', 'npm'], pathNot: TYPES_ONLY },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Separate programs whose dependencies are installed on demand.
    exclude: {
      path: [
        '(^|/)dist/',
        '^bench/api/fastify/',
        '^evaluation/mutants/stryker/',
        '^apps/api/test/programs/openapi-tools/clients/',
        '^packages/contracts/bundles/',
        '^packages/structured-output/recipes/',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['@workbench/source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
