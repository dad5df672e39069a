import { OPTIONS, SCHEMAS } from './options.ts'
import type { ValidateArguments } from './request.ts'

const KNOWN: Readonly<Record<string, { type?: string; choices?: readonly string[] }>> = {
  ...OPTIONS,
  ...SCHEMAS,
}

/**
 * Reads the plain command lines of `validate`, which are nearly all that are run: loading yargs takes longer than judging
 * an artifact. Undefined for every other command line, and for what could be read in two ways: those are for yargs,
 * which also says what is wrong with them.
 */
export function parseFastArgs([command, id = '', ...words]: readonly string[]):
  ValidateArguments | undefined {
  if (command !== 'validate' || !/^[a-z][a-z0-9.-]*$/.test(id)) return undefined
  const files: string[] = []
  const options = new Map<string, string | true>()
  const rest = words.values()
  for (const word of rest) {
    if (isPlain(word)) {
      files.push(word)
      continue
    }
    const [, name = '', attached] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    const value = valueOf(name, attached, rest)
    if (value === undefined || options.has(name)) return undefined
    options.set(name, value)
  }
  // What yargs takes for itself: `help` at the end, and the value of a flag.
  if ([id, ...files].at(-1) === 'help' || files.includes('true') || files.includes('false')) return undefined
  return {
    id,
    files,
    format: options.get('format'),
    ndjson: options.get('ndjson'),
    filesFrom: options.get('files-from'),
    schemas: options.get('schemas'),
  } as ValidateArguments
}

/** What an option is given; undefined where it is none, or given something that is not plain. */
function valueOf(
  name: string,
  attached: string | undefined,
  rest: Iterator<string>,
): string | true | undefined {
  const option = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  if (!option) return undefined
  if (option.type === 'boolean') return attached === undefined ? true : undefined
  const value = attached ?? (rest.next().value as string | undefined) ?? ''
  return isPlain(value) && option.choices?.includes(value) !== false ? value : undefined
}

/** Whether a word is no option, and stands for itself: yargs takes quotes off. */
const isPlain = (word: string): boolean => word === '-' || /^[^-"'`]/.test(word)
