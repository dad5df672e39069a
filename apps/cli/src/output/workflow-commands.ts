/**
 * Escapes what GitHub's runner would execute in the output of a command: a line that starts with `::`, after white space, and
 * the older form `##[`, which it finds anywhere in a line.
 */
export const withoutWorkflowCommands = (text: string): string =>
  withoutLegacyCommands(text).replaceAll(/^([^\S\n]*):(?=:)/gm, '$1\\u003a')

/** Escapes the older form only. In JSON text it occurs only in strings, whose values stay the same. */
export const withoutLegacyCommands = (text: string): string => text.replaceAll('##[', '#\\u0023[')
