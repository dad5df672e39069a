const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

/** A workflow command that the formats for GitHub print themselves. */
const ANNOTATION = /^::(error|warning) [^:]*::/

/** Lines with control characters for a terminal, or with characters that hide or reorder text. */
export const unprintableLines = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => UNPRINTABLE.test(line))
    .map((line) => `unprintable: ${show(line)}`)

/**
 * What is wrong with the output of a program that may run in GitHub Actions: unprintable lines, and lines that the runner
 * executes. It ignores white space before `::`, and finds the older form `##[` anywhere in a line.
 * @param annotations how many annotations the output has
 */
export function outputProblems(output: string, annotations = 0): string[] {
  const lines = output.split('\n')
  const commands = lines.filter((line) => line.trimStart().startsWith('::'))
  return [
    ...unprintableLines(output),
    ...lines.filter((line) => line.includes('##[')).map((line) => `older command: ${show(line)}`),
    ...commands.filter((line) => !ANNOTATION.test(line)).map((line) => `command: ${show(line)}`),
    ...(commands.length === annotations ? [] : [`${commands.length} annotations instead of ${annotations}`]),
  ]
}

/** A stack trace of Node.js, or a message for a bug. */
const CRASH = /\n {4}at .+:\d+:\d+|internal error|Maximum call stack|Invalid string length/

export const crashProblems = (output: string): string[] =>
  CRASH.test(output) ? [`crash: ${show(output)}`] : []

/** Text for a report: on one line, without invisible characters, and shortened. */
export const show = (text: string): string => {
  const json = JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return json.length > 400 ? `${json.slice(0, 300)}…${json.slice(-100)}` : json
}
