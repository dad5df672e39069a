import type { Contract, Field } from '@workbench/contracts'

/** A contract as a Markdown page. The page is self-contained, so that an agent's prompt can include it. */
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

/** The Markdown page that lists all contracts. */
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
