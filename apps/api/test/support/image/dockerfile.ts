/** An instruction of a Dockerfile, as `RUN` and the text after it. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** The instructions of each stage of a Dockerfile, from its `FROM` on. */
export function stagesOf(dockerfile: string): Instruction[][] {
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n/g, ' ')
  const stages: Instruction[][] = []
  for (const [, name = '', text = ''] of lines.matchAll(/^([A-Z]+)\s+(.+)$/gm)) {
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, text })
  }
  return stages
}
