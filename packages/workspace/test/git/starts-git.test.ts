import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The source files of the programs and of the packages, with their texts. */
const sources = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(repository, group)).flatMap((name) => {
    const folder = join(repository, group, name, 'src')
    const files = name === 'test-support' ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return files
      .filter((file) => /\.[cm]?[jt]s$/.test(file))
      .map((file) => join(folder, file))
      .map((file) => ({ file: relative(repository, file), text: readFileSync(file, 'utf8') }))
  }),
)

const filesWith = (pattern: RegExp): string[] =>
  sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort()

it('only openRepository() starts git', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(filesWith(/['"`]git(\.exe)?['"`]|\$\(git |['"`]git -|exec\w*\(['"`]git /)).toEqual([
    'packages/workspace/src/git/open-repository.ts',
  ])
})

it('no other file starts processes than these', () => {
  expect(filesWith(/child_process/)).toEqual([
    // The commands of the settings, after the user agreed.
    'apps/cli/src/commands/doctor/run-program.ts',
    // Node.js, with the validator.
    'apps/hooks/src/validate-large.ts',
    // The text of a plugin that starts the hook.
    'packages/agents/src/agents/cline.ts',
    'packages/agents/src/agents/opencode-plugin.ts',
    'packages/embedded-postgres/src/server-process.ts',
    'packages/embedded-postgres/src/server-user.ts',
    'packages/workspace/src/git/open-repository.ts',
  ])
})
