import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { writePage } from '../../tools/generate/write-page.js'

import { replaceSection } from './replace-section.ts'

/** The section of a benchmark in docs/benchmarks.md. */
interface Section {
  /** Name in the markers, and of the chart file without its extension. */
  readonly name: string
  /** Alternative text of the chart. */
  readonly caption?: string
  /** The chart as an SVG document; undefined if the section has tables only. */
  readonly chart?: string
  /** Markdown below the chart. */
  readonly body: string
}

const benchmarks = new URL('../../docs/benchmarks.md', import.meta.url)

/** Replaces a section of docs/benchmarks.md and writes its chart. */
export async function publish({ name, caption = '', chart, body }: Section): Promise<void> {
  if (chart !== undefined) {
    const charts = new URL('benchmarks/', benchmarks)
    await mkdir(charts, { recursive: true })
    await writeFile(new URL(`${name}.svg`, charts), chart)
  }
  const content = chart === undefined ? body : `![${caption}](benchmarks/${name}.svg)\n\n${body}`
  const markdown = replaceSection(await readFile(benchmarks, 'utf8'), name, content)
  await writePage(fileURLToPath(benchmarks), markdown)
}
