import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { contracts } from '@workbench/contracts/builtin'

import { formatPage, writePage } from '../../../tools/generate/write-page.js'
import { type Outcome, repairsMalformedText, runRecipe } from './matrix/run-recipe.ts'
import { sizesTable } from './matrix/sizes.ts'
import { matrixOf } from './matrix/table.ts'
import type { Recipe } from './recipe.ts'
import { RECIPES, TEXT_RECIPES } from './recipes.ts'

/*
 * Runs each recipe with each contract against a scripted model, and writes the recipes and the table of the results into
 * docs/agents-in-code.md. Exits with 1 if a result is not as expected. With --check, it writes nothing and fails if the page
 * differs in more than the sizes. Names of recipes as arguments limit the run to them, without the page.
 */

const page = fileURLToPath(new URL('../../../docs/agents-in-code.md', import.meta.url))
const FILES: Readonly<Record<string, string>> = { example: '../example/main.ts', recipe: 'recipe.ts' }
const isCheck = process.argv.includes('--check')
const names = process.argv.slice(2).filter((argument) => argument !== '--check')
const selected = names.length > 0 ? names : Object.keys(RECIPES)

const results = new Map<string, Map<string, Outcome>>()
for (const name of selected) {
  const { recipe } = (await import(`./sdks/${name}.ts`)) as { readonly recipe: Recipe }
  const outcomes = new Map<string, Outcome>()
  for (const id of contracts.ids) {
    const contract = contracts.get(id) as never
    const outcome = await runRecipe(recipe, contract)
    const isTextRepaired = TEXT_RECIPES.has(name) ? await repairsMalformedText(recipe, contract) : undefined
    outcomes.set(id, { ...outcome, isTextRepaired })
  }
  results.set(name, outcomes)
  const failed = Array.from(outcomes).filter(([, outcome]) => !isExpected(outcome))
  console.log(`${name}: ${outcomes.size - failed.length} of ${outcomes.size} contracts`)
  for (const [id, outcome] of failed) {
    console.error(`  ${id}: ${JSON.stringify(outcome)}`)
    process.exitCode = 1
  }
}
if (names.length === 0) await writeSections()
process.exit()

function isExpected({ isAccepted, isStrict, isComplete, isRepaired, isTextRepaired }: Outcome): boolean {
  return isAccepted && isStrict && isComplete && isRepaired && isTextRepaired !== false
}

/** Replaces the generated sections of the page, or compares them. */
async function writeSections(): Promise<void> {
  const tables: Readonly<Record<string, string>> = { matrix: matrixOf(results), sizes: await sizesTable() }
  const text = readFileSync(page, 'utf8').replaceAll(
    /^<!-- test:(\S+) -->$[^]*?^<!-- \/test:\1 -->$/gm,
    (section, name: string) =>
      // Each change of the packages changes the sizes.
      isCheck && name === 'sizes'
        ? section
        : `<!-- test:${name} -->\n\n${tables[name] ?? codeOf(name)}\n\n<!-- /test:${name} -->`,
  )
  if (!isCheck) return writePage(page, text)
  if ((await formatPage(page, text)) === readFileSync(page, 'utf8')) return
  console.error(
    'docs/agents-in-code.md differs from the recipes and their results: run the script without --check',
  )
  process.exitCode = 1
}

function codeOf(name: string): string {
  const file = FILES[name] ?? `sdks/${name}.ts`
  return `\`\`\`ts\n${readFileSync(new URL(file, import.meta.url), 'utf8')}\`\`\``
}
