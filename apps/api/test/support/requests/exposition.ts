/** A line of the metrics. */
interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parsed metrics. */
export interface Scrape {
  types: Map<string, string>
  samples: Sample[]
  /** The value of the first sample with this name that has these labels; undefined if there is none. */
  value: (name: string, labels?: Record<string, string>) => number | undefined
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g

/** Parses the Prometheus text format, version 0.0.4. Throws for an invalid line. */
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
  // Prometheus parses NaN case-insensitively.
  if (Number.isNaN(value) && text?.toLowerCase() !== 'nan') throw new Error(`Not a value: ${line}`)
  return {
    name,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, n = '', v = '']) => [n, v])),
    value,
  }
}
