import { readFileSync } from 'node:fs'

import { RECIPES } from '../recipes.ts'
import type { Outcome } from './run-recipe.ts'

/** The table of the page, with the versions of the SDKs. */
export function matrixOf(results: ReadonlyMap<string, ReadonlyMap<string, Outcome>>): string {
  const rows = Array.from(results, ([name, outcomes]) =>
    [RECIPES[name] ?? name, ...COLUMNS.map((column) => cell(outcomes, column))].join(' | '),
  )
  const head =
    'recipe | accepted | strict | open objects kept | repaired in one round | malformed text repaired'
  return `| ${head} |\n| --- | --- | --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |`).join('\n')}\n\n${versions()}`
}

const COLUMNS = ['isAccepted', 'isStrict', 'isComplete', 'isRepaired', 'isTextRepaired'] as const

/** How many contracts, and the others. */
function cell(outcomes: ReadonlyMap<string, Outcome>, column: (typeof COLUMNS)[number]): string {
  const values = Array.from(outcomes.values(), (outcome) => outcome[column])
  if (values.includes(undefined)) return ''
  const failed = Array.from(outcomes).filter(([, outcome]) => !outcome[column])
  const count = `${outcomes.size - failed.length} of ${outcomes.size}`
  return failed.length === 0 ? count : `${count} (not ${failed.map(([id]) => id).join(', ')})`
}

function versions(): string {
  const modules = new URL('../node_modules/', import.meta.url)
  const names = [
    'ai',
    'ai-6',
    'openai',
    '@anthropic-ai/sdk',
    '@openai/agents',
    '@langchain/openai',
    '@mastra/core',
  ]
  const installed = [...names, '@modelcontextprotocol/sdk'].map((name) => {
    const { version } = JSON.parse(readFileSync(new URL(`${name}/package.json`, modules), 'utf8')) as {
      readonly version: string
    }
    return `${name.replace('ai-6', 'ai')} ${version}`
  })
  return `Versions: ${installed.join(', ')}.`
}
