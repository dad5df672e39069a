import type { RequestOptions } from './client.ts'

/** A request for the test client. */
interface CurlRequest {
  method: string
  path: string
  options: RequestOptions
}

/** A Markdown block with curl commands and the block with their output after it. */
interface Step {
  commands: string[]
  shown: string
}

/** Returns the steps of a Markdown document. */
export function stepsIn(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|json|)\n([^`]+)```$/gm)].map(([, text = '']) => text)
  return blocks.flatMap((text, index) => {
    const commands = text.split('\n').filter((line) => line.startsWith('curl '))
    return commands.length === 0 ? [] : [{ commands, shown: blocks[index + 1] ?? '' }]
  })
}

/** Parses a curl command and replaces its variables. */
export function requestOf(command: string, variables: Readonly<Record<string, string>>): CurlRequest {
  const fill = (text: string) => text.replaceAll(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? '')
  const url = /\$API(\/[^\s"]+)/.exec(command)?.[1] ?? ''
  const data = /-d '([^']+)'/.exec(command)?.[1]
  const method = /-X (\w+)/.exec(command)?.[1] ?? (data === undefined ? 'GET' : 'POST')
  const headers = [...command.matchAll(/-H (?:'([^']+)'|"((?:[^"\\]|\\.)+)")/g)]
    .map(([, plain, quoted = '']) => plain ?? fill(quoted.replaceAll(/\\(.)/g, '$1')))
    .filter((header) => header.includes(': '))
    .map((header) => header.split(': ') as [string, string])
  return {
    method,
    path: `/api/v1${fill(url)}`,
    options: {
      headers: Object.fromEntries(headers),
      ...(data !== undefined && { body: JSON.parse(data) as unknown }),
    },
  }
}
