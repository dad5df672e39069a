import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { fixText, openContracts } from '@workbench/contracts'

import { type BrokenText, brokenTexts } from '../../../build/json-mistakes/broken-texts.ts'
import { lostContent } from '../../../build/json-mistakes/lost-content.ts'
import { mistakes } from '../../../build/json-mistakes/mistakes/index.ts'
import { type Outcome, outcomes, scoreRepair } from '../../../build/json-mistakes/score.ts'

const { values: options } = parseArgs({
  options: {
    texts: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    two: { type: 'boolean', default: false },
    kind: { type: 'string' },
    failures: { type: 'boolean', default: false },
  },
})

const directory = fileURLToPath(new URL('../../../schemas', import.meta.url))
const contracts = openContracts({ directory })
const results: { readonly broken: BrokenText; readonly outcome: Outcome; readonly text: string }[] = []
const times: number[] = []
for (const broken of brokenTexts({
  seed: Number(options.seed),
  count: Number(options.texts),
  mistakesPerText: options.two ? 2 : 1,
  ...(options.kind !== undefined && { kinds: [options.kind] }),
  isValid: (id, artifact) => contracts.get(id).is(artifact),
})) {
  const start = performance.now()
  const { text, verdict } = fixText(contracts.get(broken.contract), broken.text)
  if (broken.text.length > 8000 && broken.text.length < 12_000) times.push(performance.now() - start)
  const outcome = scoreRepair(broken, { text, isValid: verdict.valid })
  results.push({ broken, outcome, text })
}

const row = (name: string, of: typeof results) =>
  `${name.padEnd(36)} ${String(of.length).padStart(6)} ${outcomes
    .map((outcome) => of.filter((each) => each.outcome === outcome).length)
    .map((count) => `${((100 * count) / of.length).toFixed(1)}%`.padStart(9))
    .join(' ')}`
console.log(`${''.padEnd(36)}  texts ${outcomes.map((outcome) => outcome.padStart(9)).join(' ')}`)
for (const { name } of mistakes) {
  const of = results.filter(({ broken }) => broken.mistakes.includes(name))
  if (of.length > 0) console.log(row(name, of))
}
console.log(row('all', results))
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(share * (times.length - 1))]?.toFixed(2)
console.log(`about 10 kB: ${times.length} texts, median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`)

if (options.failures) {
  const shown = new Map<string, number>()
  for (const { broken, outcome, text } of results) {
    if (outcome !== 'changed' && outcome !== 'lost') continue
    const key = `${broken.mistakes[0]} ${outcome}`
    shown.set(key, (shown.get(key) ?? 0) + 1)
    if ((shown.get(key) ?? 0) > 3) continue
    const lost = lostContent(broken, text)
    console.log(
      `\n== ${broken.mistakes.join(' + ')}: ${outcome}${lost.length > 0 ? ` ${JSON.stringify(lost.slice(0, 5))}` : ''}`,
    )
    for (const { start, end, insert } of broken.edits) {
      console.log(
        `  edit ${start}-${end} ${JSON.stringify(insert)}: ${JSON.stringify(broken.original.text.slice(Math.max(0, start - 60), start))} [${JSON.stringify(broken.original.text.slice(start, Math.min(end, start + 60)))}] ${JSON.stringify(broken.original.text.slice(end, end + 60))}`,
      )
    }
    let same = 0
    while (text[same] !== undefined && text[same] === broken.original.text[same]) same++
    console.log(
      `  original: ${JSON.stringify(broken.original.text.slice(Math.max(0, same - 60), same + 120))}`,
    )
    console.log(`  result:   ${JSON.stringify(text.slice(Math.max(0, same - 60), same + 120))}`)
  }
}
