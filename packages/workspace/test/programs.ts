import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** The bundler's native part does not take values from jest's realm, so it runs in a process of its own. */
const bundler = "import { build } from 'rolldown'; await build(JSON.parse(process.argv[1]))"

/** Bundles a program of `programs/`, so that a process of it starts in no time; gives the path of the bundle. */
export function bundled(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'workbench-'))
  const options = {
    input: { [name]: fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)) },
    platform: 'node',
    resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
    output: { dir, format: 'esm', entryFileNames: '[name].mjs' },
    logLevel: 'silent',
  }
  execFileSync(process.execPath, ['--input-type=module', '-e', bundler, JSON.stringify(options)], {
    cwd: repository,
  })
  return join(dir, `${name}.mjs`)
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves once the program has said something, or has ended. */
  readonly spoke: Promise<void>
  /** The whole lines that the program has said, once it has ended. */
  readonly lines: Promise<string[]>
}

/** Starts a program; what it writes to standard error ends up in this process's. */
export function start(program: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [program, ...args])
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  const lines = new Promise<string[]>((resolve) =>
    child.on('close', () => resolve(stdout.split('\n').slice(0, -1))),
  )
  const spoke = new Promise<void>((resolve) => {
    child.stdout.once('data', () => resolve())
    child.once('close', () => resolve())
  })
  return { child, spoke, lines }
}
