import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** A code block of a guide: the words after its fence, as `sh` or `js follow.mjs`, and its text. */
interface Block {
  info: string
  text: string
}

/** The code blocks of a page in docs/guides/, in their order. */
export function blocksOf(page: string): Block[] {
  const markdown = readFileSync(join(repository, 'docs/guides', page), 'utf8')
  return [...markdown.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, info = '', text = '']) => ({
    info,
    text,
  }))
}

/** The text of the only block with these words after its fence. */
export function blockOf(page: string, info: string): string {
  const found = blocksOf(page).filter((block) => block.info === info)
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks with ${info}`)
  return found[0]?.text ?? ''
}

/** The settings in a block with a line for each. */
export function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** A shell in which the commands of a guide run one after the other, in a folder with the `apps` of the repository. */
export function createShell(directory: string) {
  symlinkSync(join(repository, 'apps'), join(directory, 'apps'))
  return {
    /** Runs commands as written, with the variables of the commands before, and returns what they print. */
    run: async (commands: string): Promise<string> => {
      const script = `set -ea; if [ -f variables ]; then . ./variables; fi\n${commands}\nexport -p > variables`
      const shell = spawn('sh', ['-c', script], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
      let [printed, errors] = ['', '']
      shell.stdout.on('data', (chunk) => (printed += String(chunk)))
      shell.stderr.on('data', (chunk) => (errors += String(chunk)))
      const [status] = (await once(shell, 'close')) as [number | null]
      if (status !== 0) throw new Error(`${commands}ended with ${String(status)}\n${printed}${errors}`)
      return printed
    },
  }
}

/** The settings of a block that starts the server, as `PORT=80 node apps/api/dist/main.js`. */
export function serverSettings(page: string): Record<string, string> {
  const command = blockOf(page, 'sh server')
  const [, settings] = /^((?:[A-Z_]+=\S+ )+)node apps\/api\/dist\/main\.js\n$/.exec(command) ?? []
  if (settings === undefined) throw new Error(`${page} starts the server in an unknown way: ${command}`)
  return settingsIn(settings.replaceAll(' ', '\n'))
}

/** Replaces what differs in each run: ids and times. */
export const withoutIds = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
