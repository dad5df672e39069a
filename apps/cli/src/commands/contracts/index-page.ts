import type { Contract } from '@workbench/contracts'
import { tableCell } from '@workbench/contracts/internal'

const NOTE = 'Made from the contract files by `workbench contracts docs`; edit those instead.'

/** Whether a Markdown page is one that {@link indexPage} made. */
export const isIndexPage = (text: string): boolean => text.includes(NOTE)

/** The Markdown page that lists all contracts. */
export function indexPage(contracts: readonly Contract[]): string {
  const rows = contracts.map(
    ({ id, title, description }) => `| [${id}](${id}.md) | ${tableCell(title)} | ${tableCell(description)} |`,
  )
  return `# Contracts

${NOTE}

| contract | title | what it is |
| --- | --- | --- |
${rows.join('\n')}
`
}
