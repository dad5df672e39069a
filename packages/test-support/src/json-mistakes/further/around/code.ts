import type { Mistake } from '../../mistakes/mistake.ts'
import { around } from '../kinds.ts'

/** The artifact as a part of a program or of a session in a shell. */
export const codeMistakes: readonly Mistake[] = [
  around('artifact assigned to a variable', (random) => [
    `${random.pick(['const', 'let', 'var'])} ${random.pick(['artifact', 'result', 'x'])} = `,
    random.pick([';', ';\n', '']),
  ]),
  around('artifact exported from a module', (random) => [
    random.pick(['export default ', 'module.exports = ', 'exports.artifact = ']),
    ';\n',
  ]),
  around('artifact as an argument of a function', (random) =>
    random.pick([
      ['callback(', ');'] as const,
      ['print(json.dumps(', '))\n'] as const,
      ['console.log(JSON.stringify(', '))'] as const,
    ]),
  ),
  around('artifact returned by a function', () => ['return ', ';']),
  around('artifact assigned as text in Python', () => ['artifact = """', '"""']),
  around('artifact in a here document', () => ["cat > out.json <<'EOF'\n", '\nEOF\n']),
  around('command before the artifact', (random) => [
    random.pick(['$ cat out.json\n', '> cat out.json\n', 'user@host:~$ jq . out.json\n']),
    '',
  ]),
  around('prefix of a log before the artifact', () => ['2026-03-05T10:11:12Z INFO worker: ', '']),
  around('marks of a YAML document', () => ['---\n', '\n...\n']),
  around('type before the artifact', (random) => [random.pick(['new Artifact(', 'Artifact(', 'dict(']), ')']),
]
