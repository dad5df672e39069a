/** One line of a scrape. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Metrics as Prometheus reads them. */
export interface Scrape {
  types: Map<string, string>
  samples: Sample[]
  /** The value of the one sample with this name and, among others, these labels; undefined when there is none. */
  value: (name: string, labels?: Record<string, string>) => number | undefined
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g

/** Reads the text format, version 0.0.4. Throws at a line that is not in it. */
export function parseExposition(text: string): Scrape {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (name !== undefined && type !== undefined) types.set(name, type)
    else if (!line.startsWith('# HELP ')) samples.push(parseSample(line))
  }
  const value = (name: string, wanted: Record<string, string> = {}): number | undefined =>
    samples.find(
      (sample) =>
        sample.name === name &&
        Object.entries(wanted).every(([label, text]) => sample.labels[label] === text),
    )?.value
  return { types, samples, value }
}

function parseSample(line: string): Sample {
  const [, name, labels = '', text] = SAMPLE.exec(line) ?? []
  if (name === undefined || labels.replaceAll(LABEL, '') !== '') throw new Error(`Not a sample: ${line}`)
  const value = text === '+Inf' ? Infinity : Number(text)
  // Go, in which Prometheus is written, reads it in any case.
  if (Number.isNaN(value) && text?.toLowerCase() !== 'nan') throw new Error(`Not a value: ${line}`)
  return {
    name,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, n = '', v = '']) => [n, v])),
    value,
  }
}
