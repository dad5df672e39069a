import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * The content of every file outside of the project. The tools may not print it; the command and the hook validate what the
 * user or the agent names, also through links.
 */
export const SECRET = 'secret-of-another-project'

/** A project, and files beside it that no program may touch. */
export interface Sandbox {
  /** The folder that contains everything. */
  readonly base: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  /** Writes a file of the project; a path of bytes need not be UTF-8. */
  write(path: string, content: string | Uint8Array): void
  /** What has changed outside of the project since the sandbox was created. */
  changes(): string[]
  dispose(): void
}

/** Creates a project with links to files and folders outside of it. */
export function createSandbox(): Sandbox {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-input-')))
  const project = join(base, 'project')
  for (const folder of ['outside/folder', 'home', 'tmp', 'project/.git', 'project/.workbench/blackboard/w1'])
    mkdirSync(join(base, folder), { recursive: true })
  const secret = JSON.stringify({ schema: 'finding.v1', severity: SECRET, [SECRET]: SECRET })
  for (const file of ['outside/secret.json', 'outside/folder/agent.json', 'secret.json'])
    writeFileSync(join(base, file), secret)
  symlinkSync('../outside/secret.json', join(project, 'link.json'))
  symlinkSync('../outside/folder', join(project, 'linked'))
  symlinkSync('../../../../outside/secret.json', join(project, '.workbench/blackboard/w1/link.json'))
  symlinkSync('../../../outside/folder', join(project, '.workbench/blackboard/linked'))
  const before = snapshot(base)
  return {
    base,
    project,
    env: { PATH: process.env['PATH'] ?? '', HOME: join(base, 'home'), TMPDIR: join(base, 'tmp') },
    write(path, content) {
      const file = join(project, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    },
    changes() {
      const after = snapshot(base)
      return [
        ...[...before]
          .filter(([path, state]) => after.get(path) !== state)
          .map(([path]) => `changed: ${path}`),
        ...[...after.keys()].filter((path) => !before.has(path)).map((path) => `created: ${path}`),
      ]
    },
    dispose: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** The state of every file and folder outside of the project, by path. */
function snapshot(base: string): Map<string, string> {
  const paths = readdirSync(base)
    .filter((name) => name !== 'project')
    .flatMap((name) =>
      lstatSync(join(base, name)).isDirectory()
        ? [
            name,
            ...readdirSync(join(base, name), { recursive: true }).map((path) => join(name, String(path))),
          ]
        : [name],
    )
  return new Map(
    paths.map((path) => {
      const { mode, size, mtimeMs, ino } = lstatSync(join(base, path))
      const isFile = lstatSync(join(base, path)).isFile()
      const digest = isFile
        ? createHash('sha256')
            .update(readFileSync(join(base, path)))
            .digest('hex')
        : ''
      // Temporary files come and go: only what remains counts.
      return [path, [mode, ino, ...(isFile ? [size, mtimeMs] : []), digest].join()]
    }),
  )
}
