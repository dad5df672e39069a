import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const artifact = (name: string): string => join(repository, 'docs', 'examples', name)
const valid = artifact('valid/finding.v1.json')
const invalid = artifact('broken/finding.v1.several-violations.json')

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
    compiled: 'validation.cjs',
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

/** A module that prints for each script whether V8 has rejected its code cache. */
const PRINT_REJECTED = `data:text/javascript,${encodeURIComponent(`
  import vm from 'node:vm'
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      super(text, options)
      process.stderr.write('rejected: ' + this.cachedDataRejected + '\\n')
    }
  }
`)}`

describe.each(programs)('$name', ({ folder, main, compiled, run }) => {
  const outputOf = (
    file: string,
    program = join(repository, folder, main),
    flags: readonly string[] = [],
  ) => {
    const { args, input } = run(file)
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, ...args], {
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const cacheFile = `${compiled}.${process.version}-${process.arch}.cache`

  it('is built with a code cache that V8 accepts', () => {
    expect(outputOf(valid, undefined, ['--import', PRINT_REJECTED]).stderr).toBe('rejected: false\n')
  })

  it('runs without the code cache if V8 has other flags', () => {
    const flags = ['--stack-size=900', '--import', PRINT_REJECTED]
    expect(outputOf(valid, undefined, flags).stderr).toBe('rejected: true\n')
  })

  it.each<[string, (file: string) => void]>([
    ['missing', (file) => rmSync(file)],
    ['empty', (file) => writeFileSync(file, '')],
    ['truncated', (file) => writeFileSync(file, readFileSync(file).subarray(0, 20_000))],
    ['not a code cache', (file) => writeFileSync(file, 'x'.repeat(100_000))],
    ['from another version of V8', (file) => writeFileSync(file, otherVersion(readFileSync(file)))],
  ])('produces the same output if the code cache is %s', (_, damage) => {
    const copy = mkdtempSync(join(tmpdir(), 'workbench-'))
    try {
      cpSync(join(repository, folder), copy, { recursive: true })
      damage(join(copy, cacheFile))
      for (const file of [valid, invalid]) expect(outputOf(file, join(copy, main))).toEqual(outputOf(file))
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})

/** The header of a V8 code cache is a magic number of four bytes, followed by a hash of the version. */
function otherVersion(code: Buffer): Buffer {
  const other = Buffer.from(code)
  other.writeUInt32LE(other.readUInt32LE(4) ^ 1, 4)
  return other
}
