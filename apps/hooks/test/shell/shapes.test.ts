import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { runHook } from '../../src/run-hook.ts'
import * as validation from '../../src/validation/validation-bundle.ts'
import { brokenFinding, projectWith, runHook as runBuiltHook } from '@workbench/test-support/hook'
import { type Shape, shapes } from './shapes.ts'

/** Small programs in place of those that few machines have. */
const programs = temporaryFolder()
for (const [name, script] of [
  ['sponge', 'text=$(cat; echo x); printf %s "${text%x}" > "$1"'],
  ['sudo', 'while case "$1" in -u) shift;; -*) ;; *) false;; esac; do shift; done; exec "$@"'],
] as const) {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(programs, name), 0o755)
}
const env = {
  PATH: `${programs}:${process.env['PATH'] ?? ''}`,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

const bash = (cwd: string, script: string) =>
  spawnSync('bash', ['--norc', '-c', script], {
    cwd,
    env: { ...env, HOME: cwd },
    encoding: 'utf8',
    timeout: 20_000,
  })

const isInstalled = ({ needs }: Shape): boolean =>
  needs === undefined || bash('/', `command -v ${needs}`).status === 0

const GENERATE = 'cp draft.txt $1/auditor.json'

/** A project for the shapes, whose artifact is in `dir`. */
function template(dir: string): string {
  const root = projectWith({
    'draft.txt': brokenFinding,
    'drafts/auditor.json': brokenFinding,
    'generate.sh': `#!/bin/sh\n${GENERATE.replace('$1', '"$1"')}\n`,
    Makefile: `artifacts:\n\tcp draft.txt ${dir}/auditor.json\n`,
    'package.json': JSON.stringify({ scripts: { artifacts: `sh generate.sh ${dir}` } }),
    [`${dir}/.keep`]: '',
  })
  const result = bash(
    root,
    `set -e
    chmod +x generate.sh; rm -r .git; git init -q -b main --template=
    (cd drafts && zip -q ../drafts.zip auditor.json || true)
    git add -f . && git commit -q -m 1
    git checkout -q -b with-artifact; cp draft.txt ${dir}/auditor.json; git add -f . && git commit -q -m 2
    git checkout -q main; cp draft.txt ${dir}/auditor.json; git add -f .; git stash -q`,
  )
  if (result.status !== 0) throw new Error(result.stderr)
  // The shapes that move a whole folder move nothing else.
  execFileSync('rm', [join(root, dir, '.keep')])
  return root
}

const WORKBENCH = '.workbench/blackboard/w1'
const OUTSIDE = 'out'
const templates = { [WORKBENCH]: template(WORKBENCH), [OUTSIDE]: template(OUTSIDE) }

/** Runs a shape in a new project. Returns the project's root and the event of its end. */
function run({ command }: Shape, dir: keyof typeof templates) {
  const root = temporaryFolder()
  cpSync(templates[dir], root, { recursive: true, verbatimSymlinks: true })
  const script = command.replaceAll('{dir}', dir).replaceAll('{root}', root)
  const { status, stderr } = bash(root, script)
  const written = readdirSync(join(root, dir), { recursive: true }).map(String)
  const event = {
    hook_event_name: 'PostToolUse',
    cwd: root,
    tool_name: 'Bash',
    tool_input: { command: script },
    tool_response: {},
  }
  return {
    root,
    error: status === 0 ? '' : stderr,
    written: written.filter((name) => name.endsWith('.json')),
    event,
  }
}

const respond = (root: string, event: object) =>
  runHook(
    JSON.stringify(event),
    { env: { HOME: root }, cwd: root, deadline: Date.now() + 10_000 },
    validation.runTask,
  )

const available = shapes.filter(isInstalled)

describe('after a shell command that wrote a broken artifact, the hook rejects it:', () => {
  it('at least 79 shapes can run on this machine', () => {
    expect(available.length).toBeGreaterThanOrEqual(79)
  })

  it.each(available)('in the working area: $name', (shape) => {
    const { root, error, written, event } = run(shape, WORKBENCH)
    expect({ error, written: written.length > 0 }).toEqual({ error: '', written: true })
    const { status, message } = respond(root, event)
    expect(message).toMatch(
      /\.workbench\/blackboard\/w1\/.*\.json (failed validation|names no known|is not valid)/,
    )
    expect(status).toBe(2)
  })

  it.each(available.filter(({ isOnlyInArea }) => isOnlyInArea !== true))('elsewhere: $name', (shape) => {
    const { root, error, written, event } = run(shape, OUTSIDE)
    expect({ error, written: written.length > 0 }).toEqual({ error: '', written: true })
    // An object without a schema is no artifact outside of the working area.
    bash(root, 'find out -name "*.json" | while read -r f; do grep -q schema "$f" || cp draft.txt "$f"; done')
    const { status, message } = respond(root, event)
    expect(message).toMatch(/out\/.*\.json (failed validation|names no known|is not valid)/)
    expect(status).toBe(2)
  })

  it.each(available.filter((_, index) => index % 12 === 0))('with the built hook: $name', async (shape) => {
    const { root, event } = run(shape, WORKBENCH)
    const { status, stderr } = await runBuiltHook(JSON.stringify(event), { cwd: root })
    expect(stderr).toMatch(/\.workbench\/blackboard\/w1\//)
    expect(status).toBe(2)
  })
})
