import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { format, resolveConfig } from 'prettier'

import { replaceSection } from './document.ts'

/** What a benchmark says in docs/benchmarks.md. */
export interface Section {
  /** Its name in the markers, and of its chart's file. */
  readonly name: string
  /** What the chart shows, for those who cannot see it. */
  readonly caption?: string
  /** The chart, as an SVG document; undefined where tables say it all. */
  readonly chart?: string
  /** What stands below the chart: tables and sentences, as Markdown. */
  readonly body: string
}

const benchmarks = new URL('../../docs/benchmarks.md', import.meta.url)

/** Writes a section of docs/benchmarks.md and its chart. The other sections stay as they are. */
export async function publish({ name, caption = '', chart, body }: Section): Promise<void> {
  if (chart !== undefined) {
    const charts = new URL('benchmarks/', benchmarks)
    await mkdir(charts, { recursive: true })
    await writeFile(new URL(`${name}.svg`, charts), chart)
  }
  const content = chart === undefined ? body : `![${caption}](benchmarks/${name}.svg)\n\n${body}`
  const markdown = replaceSection(await readFile(benchmarks, 'utf8'), name, content)
  const file = fileURLToPath(benchmarks)
  await writeFile(benchmarks, await format(markdown, { ...(await resolveConfig(file)), filepath: file }))
}
