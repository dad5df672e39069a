import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { repository } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

export type Schema = Record<string, unknown> & {
  properties: Record<string, Record<string, unknown>>
  required: string[]
}

/** A parsed copy of a contract of this repository. */
export const contract = (id: string): Schema =>
  JSON.parse(readFileSync(join(repository, 'schemas', `${id}.schema.json`), 'utf8')) as Schema

/** An edited copy of a contract of this repository. */
export function edited(id: string, edit: (schema: Schema) => void): Schema {
  const schema = contract(id)
  edit(schema)
  return schema
}

/** A project with a directory of contract files, optionally in a git repository. */
export class ContractProject {
  readonly root: string
  readonly directory: string

  constructor(ids: readonly string[], { root = temporaryDirectory(), below = 'schemas' } = {}) {
    this.root = root
    this.directory = join(root, below)
    mkdirSync(this.directory, { recursive: true })
    for (const id of ids) this.write(id, contract(id))
  }

  write(id: string, content: unknown): void {
    this.writeFile(
      `${id}.schema.json`,
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    )
  }

  writeFile(name: string, text: string): void {
    const file = join(this.directory, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  edit(id: string, change: (schema: Schema) => void): void {
    const schema = JSON.parse(readFileSync(join(this.directory, `${id}.schema.json`), 'utf8')) as Schema
    change(schema)
    this.write(id, schema)
  }

  remove(id: string): void {
    rmSync(join(this.directory, `${id}.schema.json`))
  }

  git(...args: readonly string[]): string {
    const settings = ['user.name=t', 'user.email=t@t', 'commit.gpgsign=false', 'init.defaultBranch=main']
    return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  }

  /** Commits all files and returns the hash of the commit. */
  commit(message: string): string {
    this.git('add', '--all')
    this.git('commit', '--quiet', '--allow-empty', '-m', message)
    return this.git('rev-parse', 'HEAD')
  }

  /** Creates a git repository and commits all files. */
  init(): this {
    this.git('init', '--quiet')
    this.commit('Contracts')
    return this
  }
}
