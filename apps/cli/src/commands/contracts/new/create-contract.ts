import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { escapeText, openContracts } from '@workbench/contracts'

import { CannotRun } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { writeText } from '../../../output/write.ts'

interface CreateRequest {
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  readonly noun: string
  readonly major: number
}

/** Writes a contract file from a template that passes `contracts lint`. Never overwrites a file. */
export function createContract(
  { directory: named, noun, major }: CreateRequest,
  { stdout, env, cwd }: CommandContext,
): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(noun)) {
    throw new CannotRun(
      `Invalid contract name ${JSON.stringify(noun)}: use lower-case letters, digits and dashes, for example tracker-item`,
    )
  }
  if (!Number.isSafeInteger(major) || major < 1) {
    throw new CannotRun('Invalid --major: use an integer of at least 1')
  }
  const { directory, areBuiltIn } = openContracts({ directory: named, env, cwd })
  if (areBuiltIn) {
    throw new CannotRun(
      'There is no plugins/workbench-core/schemas directory in this project; name a directory with --schemas',
    )
  }
  const id = `${noun}.v${major}`
  const file = join(directory, `${id}.schema.json`)
  try {
    writeFileSync(file, `${JSON.stringify(template(id, noun), null, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CannotRun(`${id} already exists; create the next major version with --major`)
  }
  writeText(stdout, `${escapeText(file)}\n`)
}

const template = (id: string, noun: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${id}.schema.json`,
  title: `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll('-', ' ')}`,
  description: `What a ${noun.replaceAll('-', ' ')} is, and who produces it.`,
  type: 'object',
  required: ['schema', 'producedBy', 'id', 'title'],
  properties: {
    schema: { const: id, description: 'The contract that this artifact follows.' },
    producedBy: { type: 'string', description: 'Name of the agent that produced the artifact.' },
    id: { type: 'string', description: 'Identifier of the artifact.' },
    title: { type: 'string', maxLength: 120, description: 'The artifact in a few words.' },
  },
  additionalProperties: false,
})
