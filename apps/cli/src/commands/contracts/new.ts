import { constants, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import {
  type Contracts,
  escapeText,
  isContractId,
  openContracts,
  parseContractId,
} from '@workbench/contracts'
import { packagedContracts, pluralize } from '@workbench/contracts/internal'
import { findProjectRoot } from '@workbench/workspace'

import { defineCommand, requiredArgument } from '../../command-line/define-command.ts'
import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeError, writeText } from '../../output/write.ts'

const BUILT_IN = packagedContracts() ?? ''

/**
 * Writes a contract file: the built-in contract of this id, else the latest earlier version under the new id, else a
 * template that passes `contracts lint`. A directory without contracts gets the built-in ones first, because it replaces
 * them. Never overwrites a file.
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
    const contracts = openOwnContracts(schemas, context)
    const { directory } = contracts
    const id = `${noun}.v${major}`
    const file = join(directory, `${id}.schema.json`)
    if (contracts.missingBuiltIn().includes(id)) copyBuiltIn([id, ...referencesOf(id)], directory)
    else {
      if (existsSync(file))
        throw new CannotRun(`${id} already exists; create the next major version with --major`)
      const schema = earlierVersion(contracts, noun, major) ?? template(noun)
      writeFileSync(file, `${JSON.stringify(withId(schema, id), null, 2)}\n`, { flag: 'wx' })
    }
    writeText(context.stdout, `${escapeText(file)}\n`)
    return 0
  },
})

/** The contracts of the project, in a directory that is created if there is none. */
function openOwnContracts(schemas: string | undefined, context: CommandContext): Contracts {
  const { stderr, env, cwd } = context
  const named = schemas ?? env['WORKBENCH_SCHEMAS']
  if (named !== undefined && named !== '') mkdirSync(resolve(cwd, named), { recursive: true })
  const found = openContracts({ directory: named, env, cwd })
  if (!found.areBuiltIn && found.list().length > 0) return found
  const directory = found.areBuiltIn
    ? join(findProjectRoot({ env, cwd }), 'plugins', 'workbench-core', 'schemas')
    : found.directory
  mkdirSync(directory, { recursive: true })
  const builtIn = openContracts({ directory: BUILT_IN }).ids
  copyBuiltIn(builtIn, directory)
  writeError(stderr, `added the ${pluralize(builtIn.length, 'built-in contract')} to ${directory}`)
  return openContracts({ directory })
}

/** Files that exist stay, also those of a command that runs at the same time. */
function copyBuiltIn(ids: readonly string[], directory: string): void {
  for (const name of ids.map((id) => `${id}.schema.json`))
    try {
      copyFileSync(join(BUILT_IN, name), join(directory, name), constants.COPYFILE_EXCL)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}

/** The built-in contracts to which a built-in contract refers. */
function referencesOf(id: string): string[] {
  const { schema } = openContracts({ directory: BUILT_IN }).get<string>(id)
  return [...JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)\.schema\.json/g)].map(([, name = '']) => name)
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
  description: `What ${article(noun)} ${noun.replaceAll('-', ' ')} is, and who produces it.`,
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

/** By the sound of the first letters: an incident, an update, a user story, a unit. */
const article = (noun: string): string => (/^(?!uni|us[aei]|eu|one)[aeiou]/.test(noun) ? 'an' : 'a')
