import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { runCli } from '../../src/cli.ts'
import { argumentsUsage, type CommandTree, loadCommands } from '../../src/command-line/command-tree.ts'
import { COMMANDS } from '../../src/commands/commands.ts'
import { repository } from '../support/run-workbench.ts'

interface Documented {
  readonly words: string
  readonly usage: string
  readonly text: string
}

/** All commands and groups, with what their help starts with. */
const listCommands = (tree: CommandTree, path: readonly string[] = []): Documented[] =>
  [...tree].flatMap(([name, entry]) => {
    const words = [...path, name].join(' ')
    if ('tree' in entry)
      return [{ words, usage: words, text: entry.describe }, ...listCommands(entry.tree, [...path, name])]
    return [
      { words, usage: `${words} ${argumentsUsage(entry)}`.trim(), text: entry.details ?? entry.describe },
    ]
  })

const commands = listCommands(await loadCommands(COMMANDS))

async function outputOf(args: readonly string[]): Promise<string> {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const streams = { stdin: Readable.from([]), stdout, stderr }
  const status = await runCli(args, { cwd: repository, env: {}, ...streams })
  stdout.end()
  stderr.end()
  expect({ status, stderr: await text(stderr) }).toEqual({ status: 0, stderr: '' })
  return text(stdout)
}

const joined = (help: string): string => help.replaceAll(/\s+/g, ' ')

describe('workbench help', () => {
  it.each(commands)('prints the help of $words', async ({ words, usage, text: description }) => {
    const help = await outputOf(['help', ...words.split(' ')])
    expect(help).toBe(await outputOf([...words.split(' '), '--help']))
    expect(joined(help).startsWith(joined(`workbench ${usage} ${description} `))).toBe(true)
  })
})

describe('docs/cli.md', () => {
  const [table = ''] =
    /^\| command[^]*?\n\n/m.exec(readFileSync(join(repository, 'docs/cli.md'), 'utf8')) ?? []
  const documented = new Set(table.match(/\w+/g))

  it.each(commands)('names $words', ({ words }) => {
    expect(words.split(' ').filter((word) => !documented.has(word))).toEqual([])
  })
})
