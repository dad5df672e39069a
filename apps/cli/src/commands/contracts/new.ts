import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import {
  type Contracts,
  escapeText,
  isContractId,
  openContracts,
  parseContractId,
} from '@workbench/contracts'
import { packagedContracts } from '@workbench/contracts/internal'
import { findProjectRoot, writeFiles } from '@workbench/workspace'

import { defineCommand, requiredArgument } from '../../command-line/define-command.ts'
import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeError, writeText } from '../../output/write.ts'

const BUILT_IN = packagedContracts() ?? ''

/**
 * Writes a contract file: a copy of the built-in contract of this id, which it then hides, else the latest earlier version
 * under the new id, else a template that passes `contracts lint`. Never overwrites one.
 */
export const command = defineCommand({
  describe: 'Create a contract file from a template',
  arguments: { noun: requiredArgument('Name of the artifact, for example finding') },
  options: {
    major: { type: 'number', default: 1, describe: 'Major version' },
  },
  missingArguments: 'Name the artifact: workbench contracts new finding',
  run: ({ schemas, noun, major }, context) => {
    const versioned = parseContractId(noun)
    if (versioned) {
      throw new CannotRun(
        `Name the artifact without a version: workbench contracts new ${versioned.noun} --major ${versioned.major}`,
      )
    }
    if (!isContractId(`${noun}.v1`)) {
      throw new CannotRun(
        `Invalid contract name ${JSON.stringify(noun)}: use lower-case letters, digits and dashes, for example tracker-item`,
      )
    }
    if (!Number.isSafeInteger(major) || major < 1) {
      throw new CannotRun('Invalid --major: use an integer of at least 1')
    }
    const { contracts, directory } = openOwnContracts(schemas, context)
    const id = `${noun}.v${major}`
    const path = join(directory, `${id}.schema.json`)
    if (existsSync(path))
      throw new CannotRun(`${id} already exists; create the next major version with --major`)
    const isBuiltIn = contracts.ids.includes(id)
    const schema = earlierVersion(contracts, noun, major) ?? template(noun)
    const text = isBuiltIn
      ? readFileSync(join(BUILT_IN, `${id}.schema.json`), 'utf8')
      : `${JSON.stringify(withId(schema, id), null, 2)}\n`
    const { stdout, stderr, env, cwd } = context
    writeFiles(findProjectRoot({ env, cwd }), [{ path, text, before: null }])
    if (isBuiltIn) writeError(stderr, `${id} is built in; this copy hides it, and can be changed`)
    writeText(stdout, `${escapeText(path)}\n`)
    return 0
  },
})

/** The known contracts, and the directory for those of the project. */
function openOwnContracts(schemas: string | undefined, { env, cwd }: CommandContext) {
  const named = [schemas, env['WORKBENCH_SCHEMAS']].find((path) => path !== undefined && path !== '')
  const directory = named === undefined ? undefined : resolve(cwd, named)
  if (directory !== undefined && !existsSync(directory))
    return { contracts: openContracts({ directory: BUILT_IN }), directory }
  const contracts = openContracts({ directory, env, cwd })
  if (!contracts.areBuiltIn) return { contracts, directory: contracts.directory }
  return { contracts, directory: join(findProjectRoot({ env, cwd }), 'plugins', 'workbench-core', 'schemas') }
}

/** The schema of the latest version before this one; undefined if there is none. */
function earlierVersion(contracts: Contracts, noun: string, major: number): Schema | undefined {
  const versions = contracts.ids.map((id) => ({ id, ...parseContractId(id) }))
  const [latest] = versions
    .filter((version) => version.noun === noun && (version.major ?? 0) < major)
    .sort((a, b) => (b.major ?? 0) - (a.major ?? 0))
  return latest && (contracts.get<string>(latest.id).schema as Schema)
}

interface Schema {
  readonly $id?: string
  readonly properties?: Readonly<Record<string, object>>
}

/** The schema with the `$id` and the `schema` member of a contract. The order of the members stays. */
const withId = (schema: Schema, id: string) => ({
  ...schema,
  $id: (schema.$id ?? '').replace(/[^/]*$/, `${id}.schema.json`),
  properties: { ...schema.properties, schema: { ...schema.properties?.['schema'], const: id } },
})

const template = (noun: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: '',
  title: `${noun.charAt(0).toUpperCase()}${noun.slice(1).replaceAll('-', ' ')}`,
  description: 'What this artifact is, and who produces it.',
  type: 'object',
  required: ['schema', 'producedBy', 'id', 'title'],
  properties: {
    schema: { description: 'The contract that this artifact follows.' },
    producedBy: { type: 'string', description: 'Name of the agent that produced the artifact.' },
    id: { type: 'string', description: 'Identifier of the artifact.' },
    title: { type: 'string', maxLength: 120, description: 'The artifact in a few words.' },
  },
  additionalProperties: false,
})
