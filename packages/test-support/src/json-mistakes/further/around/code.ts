import type { Mistake } from '../../mistakes/mistake.ts'
import { around } from '../kinds.ts'

/** The artifact as a part of a program or of a session in a shell. */
export const codeMistakes: readonly Mistake[] = [
  around('artifact in a statement of a program', (random) => [
    random.pick([
      'const artifact = ',
      'let x = ',
      'result = ',
      'export default ',
      'module.exports = ',
      'return ',
    ]),
    random.pick([';', ';\n', '']),
  ]),
  around('artifact as an argument', (random) =>
    random.pick([
      ['callback(', ');'] as const,
      ['print(json.dumps(', '))\n'] as const,
      ['new Artifact(', ')'] as const,
      ['(', ')'] as const,
    ]),
  ),
  around('artifact in a session of a shell', (random) =>
    random.pick([
      ['$ cat out.json\n', ''] as const,
      ['user@host:~$ jq . out.json\n', ''] as const,
      ['2026-03-05T10:11:12Z INFO worker: ', ''] as const,
      ["cat > out.json <<'EOF'\n", '\nEOF\n'] as const,
      ['---\n', '\n...\n'] as const,
    ]),
  ),
]
