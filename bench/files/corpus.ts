import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'

const example = JSON.parse(
  readFileSync(new URL('../../docs/examples/valid/finding.v1.json', import.meta.url), 'utf8'),
) as Record<string, unknown>

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info']

/** Valid findings of about 2 kB, each different from the others, and the same in every run. */
const finding = (index: number): Record<string, unknown> => ({
  ...example,
  id: `finding-${index}`,
  severity: SEVERITIES[index % SEVERITIES.length],
  title: `Finding ${index} of a run`,
  effortHours: (index * 7) % 40,
})

/** Writes findings as files of a directory, and returns their names. */
export function writeFiles(directory: string, count: number): string[] {
  mkdirSync(directory)
  return Array.from({ length: count }, (_, index) => {
    const name = `${index}.json`
    writeFileSync(join(directory, name), `${JSON.stringify(finding(index), null, 2)}\n`)
    return name
  })
}

/** Writes findings as lines of a file. */
export async function writeLines(file: string, count: number): Promise<void> {
  const stream = createWriteStream(file)
  for (let index = 0; index < count; index++) {
    if (!stream.write(`${JSON.stringify(finding(index))}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}
