import type { CommandContext } from '../../context.ts'

/** Replaces `${NAME}` and `${NAME:-default}`. What is not known stays. */
export const expand = (text: string, variables: CommandContext['env']): string =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, fallback: string | undefined) => variables[name] ?? fallback ?? whole,
  )
