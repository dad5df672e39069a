import { spawnSync } from 'node:child_process'

/* pnpm bench <name> [options]: installs the peers, builds what is measured and runs a benchmark or an evaluation. `check` only tests them. */

/** The packages that each benchmark measures. @type {Readonly<Record<string, readonly string[]>>} */
const MEASURED = {
  library: ['contracts'],
  repair: ['contracts'],
  shell: ['cli', 'hooks'],
  files: ['cli'],
  growth: ['cli', 'hooks', 'mcp', 'api'],
  api: ['api'],
}

const [name = '', ...options] = process.argv.slice(2)
const packages = name === 'check' ? ['contracts'] : MEASURED[name]
if (!packages) {
  console.error(`Unknown benchmark "${name}"; name one of ${Object.keys(MEASURED).join(', ')}, or check`)
  process.exit(2)
}
run('pnpm', '--dir', 'bench', '--silent', 'install')
run('pnpm', '--silent', ...packages.map((each) => `--filter=@workbench/${each}`), 'build')
if (name === 'check') {
  run('pnpm', '--silent', 'tsc', '--project', 'bench')
  run('pnpm', '--silent', 'tsc', '--project', 'evaluation/repair')
  run('pnpm', 'oxlint', 'bench', 'evaluation/repair')
  run(
    'pnpm',
    'depcruise',
    '--config',
    'tools/checks/dependency-cruiser.config.js',
    'bench',
    'evaluation/repair',
  )
  run('pnpm', '--silent', 'jest', '--config', 'bench/jest.config.js')
} else {
  run(
    'pnpm',
    'exec',
    'tsx',
    name === 'repair' ? 'evaluation/repair/main.ts' : `bench/${name}/main.ts`,
    ...options,
  )
}

/** @param {string} command @param {readonly string[]} args */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
