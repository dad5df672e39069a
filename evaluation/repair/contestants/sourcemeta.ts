import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { spawn } from '@sourcemeta/jsonschema'

import type { AnswerViolation } from '../fixer/answer.ts'
import { childPointer, valueAt } from '../json/pointer.ts'
import { isMembers } from '../json/values.ts'
import type { Contestant, Setup } from './contestant.ts'

interface Output {
  readonly valid?: boolean
  readonly errors?: readonly SourcemetaError[]
  readonly error?: string
  readonly line?: number
  readonly column?: number
}

interface SourcemetaError {
  readonly keywordLocation: string
  readonly instanceLocation: string
  readonly error: string
}

/**
 * The native validator @sourcemeta/jsonschema with `--json`. Its details are in the text of its messages, from which they
 * are parsed. It stops at the first keyword that fails, and reports the keywords around it too.
 */
export function sourcemeta({ directory }: Pick<Setup, 'directory'>, temporary: string): Contestant {
  const file = join(temporary, 'artifact.json')
  return {
    name: '@sourcemeta/jsonschema',
    async answer(id, text) {
      writeFileSync(file, text)
      const schema = join(directory, `${id}.schema.json`)
      const others = id === 'finding.v1' ? [] : ['--resolve', join(directory, 'finding.v1.schema.json')]
      const { stdout } = await spawn(['validate', schema, file, ...others], { json: true })
      const { valid, errors, line, column } = stdout as Output
      const { length } = JSON.stringify(stdout)
      if (valid === true) return { length: 0, violations: [] }
      if (!errors) {
        return {
          length,
          violations: [
            {
              path: '',
              keyword: 'syntax',
              ...(line !== undefined && column !== undefined && { line, column }),
            },
          ],
        }
      }
      const value = JSON.parse(text) as unknown
      return { length, violations: errors.flatMap((error) => toViolations(error, value)) }
    },
  }
}

function toViolations(
  { keywordLocation, instanceLocation: path, error }: SourcemetaError,
  value: unknown,
): AnswerViolation[] {
  const keyword = keywordLocation.split('/').at(-1) ?? ''
  const quoted = Array.from(
    error.matchAll(/"((?:[^"\\]|\\.)*)"/g),
    ([literal]) => JSON.parse(literal) as string,
  )
  switch (keyword) {
    case 'required': {
      const object = valueAt(value, path)
      if (!isMembers(object)) return [{ path, keyword: 'type', expected: 'object' }]
      const missing = quoted.filter((name) => !Object.hasOwn(object, name))
      return missing.map((name) => ({ path: childPointer(path, name), keyword, expected: quoted }))
    }
    case 'additionalProperties':
      return error.includes('to define the property') ? [{ path, keyword }] : []
    case 'type':
      return [{ path, keyword, expected: /of type (.*) but/.exec(error)?.[1]?.split(/,? or |, /) }]
    case 'enum':
    case 'const':
      return [{ path, keyword, expected: keyword === 'enum' ? quoted.slice(-listed(error)) : quoted.at(-1) }]
    case 'maxLength':
    case 'minItems':
      return [{ path, keyword, expected: Number(/at (?:most|least) (\d+)/.exec(error)?.[1]) }]
    case 'minimum':
    case 'maximum':
      return [{ path, keyword, expected: Number(/(-?[\d.]+)$/.exec(error)?.[1]) }]
    case 'pattern':
      return [{ path, keyword, expected: quoted.at(-1) }]
    default:
      return error.includes('the false schema') ? [{ path, keyword, expected: false }] : []
  }
}

/** The number of values in a message about an enum: they follow the colon. */
const listed = (error: string): number =>
  Array.from((error.split(/following values?: /)[1] ?? '').matchAll(/"(?:[^"\\]|\\.)*"/g)).length
