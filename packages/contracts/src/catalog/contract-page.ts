import { escapeText, stringifyEscaped } from '@workbench/json-text'
import type { Field } from '../messages/fields.ts'
import type { Contract } from './contracts.ts'

/**
 * A contract as a Markdown page: its members with their constraints, and a valid example. The page is self-contained, so
 * that an agent's prompt can include it.
 */
export function contractPage({ id, title, description, fields, example }: Contract): string {
  const page = `# ${id}: ${line(title)}

${line(description)}

Write one JSON object with these members and no others. Members in **bold** are required.

| member | expected | meaning |
| --- | --- | --- |
${fields.map(row).join('\n')}
`
  return example === undefined
    ? page
    : `${page}\n## Example\n\n\`\`\`json\n${stringifyEscaped(example, 2)}\n\`\`\`\n`
}

const row = ({ path, required, rule, description }: Field): string =>
  `| ${required ? `**${code(path)}**` : code(path)} | ${tableCell(rule)} | ${tableCell(description)} |`

const code = (text: string): string =>
  `\`${escapeText(text).replaceAll('|', '\\|').replaceAll('`', '\\u0060')}\``

/** Text of a contract on one line. */
const line = (text = ''): string => escapeText(text.replaceAll(/\s+/g, ' '))

/** Text of a contract that does not end the cell. */
export const tableCell = (text?: string): string => line(text).replaceAll('|', '\\|').replaceAll('<', '&lt;')
