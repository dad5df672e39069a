import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import {
  type Contracts,
  escapeText,
  isContractId,
  openContracts,
  parseContractId,
} from '@workbench/contracts'
import { packagedContracts, pluralize } from '@workbench/contracts/internal'
import { findProjectRoot, writeFiles } from '@workbench/workspace'

import { defineCommand, requiredArgument } from '../../command-line/define-command.ts'
import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeError, writeText } from '../../output/write.ts'

const BUILT_IN = packagedContracts() ?? ''

/**
 * Writes a contract file: the built-in contract of this id, else the latest earlier version under the new id, else a
 * template that passes `contracts lint`. A directory without contracts also gets the built-in ones, because it replaces
 * them. Writes all of these files or none, and never overwrites one.
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
    const { contracts, directory, isNew } = openOwnContracts(schemas, context)
    const id = `${noun}.v${major}`
    const fileOf = (name: string) => join(directory, `${name}.schema.json`)
    const builtIn = openContracts({ directory: BUILT_IN }).ids
    const isBuiltIn = builtIn.includes(id)
    const copied = isNew ? builtIn : isBuiltIn ? [id, ...referencesOf(id)] : []
    if (!isNew && existsSync(fileOf(id)))
      throw new CannotRun(`${id} already exists; create the next major version with --major`)
    const schema = earlierVersion(contracts, noun, major) ?? template(noun)
    const texts = new Map(copied.map((name) => [name, builtInText(name)]))
    if (!isBuiltIn) texts.set(id, `${JSON.stringify(withId(schema, id), null, 2)}\n`)
    const changes = [...texts].map(([name, text]) => ({ path: fileOf(name), text, before: null }))
    const { stdout, stderr, env, cwd } = context
    writeFiles(
      findProjectRoot({ env, cwd }),
      changes.filter(({ path }) => !existsSync(path)),
    )
    if (isNew)
      writeError(stderr, `added the ${pluralize(builtIn.length, 'built-in contract')} to ${directory}`)
    writeText(stdout, `${escapeText(fileOf(id))}\n`)
    return 0
  },
})

/** The contracts of the project; if it has none, the built-in ones, and the directory for its own. */
function openOwnContracts(schemas: string | undefined, { env, cwd }: CommandContext) {
  const named = [schemas, env['WORKBENCH_SCHEMAS']].find((path) => path !== undefined && path !== '')
  const builtIn = { contracts: openContracts({ directory: BUILT_IN }), isNew: true }
  if (named !== undefined && !existsSync(resolve(cwd, named)))
    return { ...builtIn, directory: resolve(cwd, named) }
  const contracts = openContracts({ directory: named, env, cwd })
  const directory = contracts.areBuiltIn
    ? join(findProjectRoot({ env, cwd }), 'plugins', 'workbench-core', 'schemas')
    : contracts.directory
  const isNew = contracts.areBuiltIn || contracts.list().length === 0
  return isNew ? { ...builtIn, directory } : { contracts, directory, isNew }
}

const builtInText = (id: string): string => readFileSync(join(BUILT_IN, `${id}.schema.json`), 'utf8')

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
