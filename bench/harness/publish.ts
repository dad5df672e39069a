import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { writePage } from '../../tools/generate/write-page.js'

import { replaceSection } from './replace-section.ts'

/** The section of a benchmark in a page of bench/results/. */
interface Section {
  /** Name in the markers, and of the chart file without its extension. Up to a hyphen, it is the name of the page. */
  readonly name: string
  /** Alternative text of the chart. */
  readonly caption?: string
  /** The chart as an SVG document; undefined if the section has tables only. */
  readonly chart?: string
  /** Markdown below the chart. */
  readonly body: string
}

const results = new URL('../results/', import.meta.url)
const charts = new URL('../../docs/benchmarks/', import.meta.url)

/** Replaces a section of a page of bench/results/ and writes its chart to docs/benchmarks/. */
export async function publish({ name, caption = '', chart, body }: Section): Promise<void> {
  if (chart !== undefined) {
    await mkdir(charts, { recursive: true })
    await writeFile(new URL(`${name}.svg`, charts), chart)
  }
  const content = chart === undefined ? body : `![${caption}](../../docs/benchmarks/${name}.svg)\n\n${body}`
  const page = new URL(`${name.replace(/-.*/, '')}.md`, results)
  await writePage(fileURLToPath(page), replaceSection(await readFile(page, 'utf8'), name, content))
}
