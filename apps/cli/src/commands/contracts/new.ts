import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, escapeText, isContractId, openContracts } from '@workbench/contracts'

import { defineCommand } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeText } from '../../output/write.ts'

/**
 * Writes a contract file: the latest earlier version under the new id, or else a template that passes `contracts lint`.
 * Never overwrites a file.
 */
export const command = defineCommand({
  describe: 'Create a contract file from a template',
  arguments: {
    noun: { type: 'string', demandOption: true, describe: 'Name of the artifact, for example finding' },
  },
  options: {
    major: { type: 'number', default: 1, describe: 'Major version' },
  },
  missingArguments: 'Name the artifact: workbench contracts new finding',
  run: ({ schemas, noun, major }, { stdout, env, cwd }) => {
    if (!isContractId(`${noun}.v1`)) {
      throw new CannotRun(
        `Invalid contract name ${JSON.stringify(noun)}: use lower-case letters, digits and dashes, for example tracker-item`,
      )
    }
    if (!Number.isSafeInteger(major) || major < 1) {
      throw new CannotRun('Invalid --major: use an integer of at least 1')
    }
    const contracts = openContracts({ directory: schemas, env, cwd })
    const { directory, areBuiltIn } = contracts
    if (areBuiltIn) {
      throw new CannotRun(
        'There is no plugins/workbench-core/schemas directory in this project; name a directory with --schemas',
      )
    }
    const id = `${noun}.v${major}`
    const file = join(directory, `${id}.schema.json`)
    try {
      const schema = earlierVersion(contracts, noun, major) ?? template(noun)
      writeFileSync(file, `${JSON.stringify(withId(schema, id), null, 2)}\n`, { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new CannotRun(`${id} already exists; create the next major version with --major`)
    }
    writeText(stdout, `${escapeText(file)}\n`)
    return 0
  },
})

/** The schema of the latest version before this one; undefined if there is none. */
function earlierVersion(contracts: Contracts, noun: string, major: number): Schema | undefined {
  for (let earlier = major - 1; earlier > 0; earlier--) {
    const id = `${noun}.v${earlier}`
    if (contracts.ids.includes(id)) return contracts.get<string>(id).schema as Schema
  }
  return undefined
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
