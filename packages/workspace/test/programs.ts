import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** The native part of rolldown rejects objects of Jest's VM context, so it runs in its own process. */
const bundler = "import { build } from 'rolldown'; await build(JSON.parse(process.argv[1]))"

/** Bundles a program of `programs/`, which then starts faster than with tsx, and returns the path of the bundle. */
export function bundled(name: string): string {
  const dir = temporaryFolder()
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

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves when the program has written to standard output, or has ended. */
  readonly firstOutput: Promise<void>
  /** The complete lines on standard output, when the program has ended. */
  readonly lines: Promise<string[]>
}

/** Starts a program. Its standard error is forwarded. */
export function start(program: string, ...args: string[]): Started {
  const child = spawn(process.execPath, [program, ...args])
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  const lines = new Promise<string[]>((resolve) =>
    child.on('close', () => resolve(stdout.split('\n').slice(0, -1))),
  )
  const firstOutput = new Promise<void>((resolve) => {
    child.stdout.once('data', () => resolve())
    child.once('close', () => resolve())
  })
  return { child, firstOutput, lines }
}
