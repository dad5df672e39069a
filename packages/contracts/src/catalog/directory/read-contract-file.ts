import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

import { readFile, UnreadableFileError } from '../../files/read-file.ts'
import {
  formatJson,
  isObject,
  isString,
  parseText,
  positionsIn,
  quote,
  recoverText,
  type TextViolation,
  valueAt,
} from '@workbench/json-text'
import type { SchemaSource } from '../../schema/compile.ts'
import type { SchemaProblem } from '../../schema/schema-error.ts'
import { contractIdOf, isContractId } from '../contract-id.ts'
import { MAX_VIOLATIONS } from '../../validator/validator.ts'

/** Reads a contract file. An invalid name, an unreadable file and malformed JSON are returned as `problems`, not thrown. */
export function readContractFile(directory: string, file: string): SchemaSource {
  if (!isContractId(contractIdOf(file))) {
    const message =
      'rename the file to <noun>.v<major>.schema.json, in lower case, for example finding.v1.schema.json'
    return unusable(file, message)
  }
  const path = join(directory, file)
  if (leadsOutside(directory, path))
    return unusable(
      file,
      'cannot be read: it is a link out of the repository; replace it by a copy of the file',
    )
  let bytes: Uint8Array
  try {
    bytes = readFile(path).bytes
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return unusable(file, `cannot be read: ${error.message}`)
  }
  const { text, json, violations } = recoverText(parseText(bytes, MAX_VIOLATIONS), MAX_VIOLATIONS)
  if (!json || violations.length > 0) {
    const positionOf = positionsIn(text)
    const inFile = ({ message, offset }: TextViolation) => {
      const { line, column } = positionOf(offset)
      return `${message} (line ${line}, column ${column})`
    }
    return unusable(file, ...violations.map(inFile))
  }
  const schema = json.value
  const problems = idMismatches(file, schema)
  return problems.length > 0 ? { file, problems } : { file, schema }
}

/**
 * Whether a path is a link out of the repository of the directory. Problems quote what a contract file contains, so a checkout
 * must not name a file of its user.
 */
function leadsOutside(directory: string, path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false
  try {
    let root = realpathSync(directory)
    while (!existsSync(join(root, '.git')) && root !== dirname(root)) root = dirname(root)
    return !realpathSync(path).startsWith(join(root, sep))
  } catch {
    // A link to nothing cannot be read, either.
    return false
  }
}

const unusable = (file: string, ...messages: readonly string[]): SchemaSource => ({
  file,
  problems: messages.map((message) => ({ file, pointer: '', message })),
})

/** Members of the schema that name another contract than the file name. */
function idMismatches(file: string, schema: unknown): SchemaProblem[] {
  if (!isObject(schema)) return []
  const id = contractIdOf(file)
  const problems: SchemaProblem[] = []
  const $id = schema['$id']
  if (isString($id) && $id.split('/').at(-1) !== file) {
    const message = `"$id" must end with the file name, ${file}; received ${quote($id)}`
    problems.push({ file, pointer: '/$id', keyword: '$id', message })
  }
  const named = valueAt(schema, 'properties', 'schema', 'const')
  if (named !== undefined && named !== id) {
    const message = `"const" must be the contract id, "${id}"; received ${formatJson(named)}`
    problems.push({ file, pointer: '/properties/schema/const', keyword: 'const', message })
  }
  return problems
}
