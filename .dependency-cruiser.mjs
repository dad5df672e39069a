/** Direction of imports: contracts <- workspace <- {cli, hooks, mcp}. The API imports none of them. */

/** Packages with type declarations only, which have no module to resolve. */
const TYPES_ONLY = '^sarif$'

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
  to: { path: '^(packages|apps|plugins|docs)/', pathNot: [from, ...allowed] },
})

/**
 * A folder of the API's source, and those that it may import; every folder may import the startup error.
 * @param {string} name
 * @param {string} folder
 * @param {string[]} allowed
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const within = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^apps/api/src/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^apps/api/src/',
    pathNot: [
      '^apps/api/src/config/startup-error\\.ts$',
      ...[folder, ...allowed].map((name) => `^apps/api/src/${name}/`),
    ],
  },
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    layer('contracts-import-no-package', '^packages/contracts/', []),
    layer('workspace-imports-contracts', '^packages/workspace/', ['^packages/contracts/']),
    layer('cli-imports-packages', '^apps/cli/', ['^packages/']),
    layer('hooks-imports-packages', '^apps/hooks/', ['^packages/']),
    layer('mcp-imports-packages', '^apps/mcp/', ['^packages/']),
    layer('api-imports-no-package', '^apps/api/', []),
    {
      name: 'no-import-of-benchmarks',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'benchmarks-import-public-api',
      comment:
        'Benchmarks import a package by its name, which resolves to the built files in a benchmark run. Imports of types are not restricted.',
      severity: 'error',
      from: { path: '^bench/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(packages|apps)/',
        pathNot: '^packages/[^/]+/src/index\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    // Inside the API.
    within('api-domain-imports-nothing', 'domain', []),
    within('api-openapi-stands-alone', 'openapi', []),
    within('api-http-headers-import-domain', 'http/headers', ['domain']),
    within('api-problems-import-domain', 'problems', ['domain', 'http/headers']),
    within('api-db-imports-domain', 'db', ['domain', 'random']),
    within('api-random-stands-alone', 'random', []),
    within('api-config-stands-alone', 'config', ['auth']),
    within('api-auth-imports-config', 'auth', ['config']),
    within('api-embedded-postgres-stands-alone', 'embedded-postgres', []),
    within('api-observability-stands-alone', 'observability', ['random']),
    within('api-routes-import-domain-and-db', 'routes', ['domain', 'db', 'openapi']),
    {
      name: 'contracts-has-no-runtime-dependency',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypesNot: ['local', 'core'] },
    },
    {
      name: 'validator-without-node-modules',
      comment: 'The validator also runs in browsers; only files/ and catalog/ use modules of Node.js.',
      severity: 'error',
      from: {
        path: '^packages/contracts/src/(violations|regexp|schema|codegen|json-text|validator|compatibility)/',
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
          '(^|/)(main|index)\\.ts$',
          '/(size|nodes)\\.js$',
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
      from: { pathNot: ['\\.test\\.ts$', '/test/', '^build/mutants/'] },
      to: { path: ['\\.test\\.ts$', '/test/'] },
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
      from: { path: '^(packages|apps)/', pathNot: '\\.(test\\.ts|config\\.js)$|/test/' },
      to: {
        dependencyTypes: ['unknown', 'npm-no-pkg', 'npm-unknown', 'npm-dev'],
        pathNot: TYPES_ONLY,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Separate programs whose dependencies are installed on demand.
    exclude: { path: ['(^|/)dist/', '^bench/api/(fastify|nest)/', '^build/mutants/stryker/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['@workbench/source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
