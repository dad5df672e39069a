import type { Contract, Field } from '@workbench/contracts'

/** A contract as Markdown: complete by itself, so that an agent's prompt can include it as it is. */
export function contractPage({ id, title, description, fields }: Contract): string {
  return `# ${id}: ${title ?? ''}

${description ?? ''}

Write one JSON object with these members and no others. Members in **bold** are required.

| member | expected | meaning |
| --- | --- | --- |
${fields.map(row).join('\n')}
`
}

const row = ({ path, required, rule, description = '' }: Field): string =>
  `| ${required ? `**\`${path}\`**` : `\`${path}\``} | ${cell(rule)} | ${cell(description)} |`

const cell = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** The page that lists the contracts. */
export function indexPage(contracts: readonly Contract[]): string {
  const rows = contracts.map(
    ({ id, title, description }) =>
      `| [${id}](${id}.md) | ${cell(title ?? '')} | ${cell(description ?? '')} |`,
  )
  return `# Contracts

Made from the contract files by \`workbench contracts docs\`; edit those instead.

| contract | title | what it is |
| --- | --- | --- |
${rows.join('\n')}
`
}
