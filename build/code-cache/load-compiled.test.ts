import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const artifact = (name: string): string => join(repository, 'docs', 'examples', name)
const valid = artifact('valid/finding.v1.json')
const broken = artifact('broken/finding.v1.several-faults.json')

interface Program {
  readonly name: string
  readonly folder: string
  readonly main: string
  readonly compiled: string
  readonly run: (file: string) => { readonly args: readonly string[]; readonly input: string }
}

const programs: readonly Program[] = [
  {
    name: 'the hook',
    folder: 'plugins/workbench-core/dist/hook',
    main: 'hook.cjs',
    compiled: 'verdicts.cjs',
    run: (file) => ({
      args: [],
      input: JSON.stringify({ hook_event_name: 'PostToolUse', tool_input: { file_path: file } }),
    }),
  },
  {
    name: 'the command',
    folder: 'apps/cli/dist',
    main: 'main.cjs',
    compiled: 'validate.cjs',
    run: (file) => ({ args: ['validate', 'finding.v1', file], input: '' }),
  },
]

/** Says for each script whether the code that was kept is taken. */
const TELL = `data:text/javascript,${encodeURIComponent(`
  import vm from 'node:vm'
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      super(text, options)
      process.stderr.write('rejected: ' + this.cachedDataRejected + '\\n')
    }
  }
`)}`

describe.each(programs)('$name', ({ folder, main, compiled, run }) => {
  const answer = (file: string, program = join(repository, folder, main), flags: readonly string[] = []) => {
    const { args, input } = run(file)
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, ...args], {
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const kept = `${compiled}.${process.version}-${process.arch}.cache`

  it('is built with code that its engine takes', () => {
    expect(answer(valid, undefined, ['--import', TELL]).stderr).toBe('rejected: false\n')
  })

  it('does not take code of another version of its engine, or of other flags', () => {
    const flags = ['--stack-size=900', '--import', TELL]
    expect(answer(valid, undefined, flags).stderr).toBe('rejected: true\n')
  })

  it.each<[string, (file: string) => void]>([
    ['none', (file) => rmSync(file)],
    ['nothing', (file) => writeFileSync(file, '')],
    ['half of it', (file) => writeFileSync(file, readFileSync(file).subarray(0, 20_000))],
    ['what is no code', (file) => writeFileSync(file, 'x'.repeat(100_000))],
    ['that of another version', (file) => writeFileSync(file, otherVersion(readFileSync(file)))],
  ])('answers the same where the code that was kept is %s', (_, spoil) => {
    const copy = mkdtempSync(join(tmpdir(), 'workbench-'))
    cpSync(join(repository, folder), copy, { recursive: true })
    spoil(join(copy, kept))
    for (const file of [valid, broken]) expect(answer(file, join(copy, main))).toEqual(answer(file))
  })
})

/** V8 writes a hash of its version behind four bytes of its own. */
function otherVersion(code: Buffer): Buffer {
  const other = Buffer.from(code)
  other.writeUInt32LE(other.readUInt32LE(4) ^ 1, 4)
  return other
}
