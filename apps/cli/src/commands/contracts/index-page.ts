import { type Contract, escapeText } from '@workbench/contracts'

const NOTE = 'Made from the contract files by `workbench contracts docs`; edit those instead.'

/** Whether a Markdown page is one that {@link indexPage} made. */
export const isIndexPage = (text: string): boolean => text.includes(NOTE)

/** The Markdown page that lists all contracts. */
export function indexPage(contracts: readonly Contract[]): string {
  const rows = contracts.map(
    ({ id, title, description }) => `| [${id}](${id}.md) | ${cell(title)} | ${cell(description)} |`,
  )
  return `# Contracts

${NOTE}

| contract | title | what it is |
| --- | --- | --- |
${rows.join('\n')}
`
}

/** Text of a contract that does not end the cell. */
const cell = (text = ''): string =>
  escapeText(text.replaceAll(/\s+/g, ' ')).replaceAll('|', '\\|').replaceAll('<', '&lt;')
