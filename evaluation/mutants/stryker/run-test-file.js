import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Script } from 'node:vm'

/*
 * Runs a test file with Jest's own functions (jest-circus, expect). Its modules are compiled once and evaluated again in
 * each run, which takes milliseconds, so that no state of one mutant reaches the next.
 */

/** Property tests run at most this often, with the same values in each run. */
const MAX_RUNS = 25
const TEST_TIMEOUT_MS = 60_000

const requireHere = createRequire(import.meta.url)
/** TypeScript 6: version 7, which tools/ has, cannot be imported. */
const typescript = createRequire(new URL('../../../package.json', import.meta.url))('typescript')
const circusFile = ['jest', 'jest-cli', 'jest-config', 'jest-circus'].reduce(
  (from, name) => createRequire(from).resolve(name),
  fileURLToPath(import.meta.url),
)
const circus = requireHere(circusFile)
const { jestExpect } = createRequire(circusFile)('@jest/expect')
const { ModuleMocker } = createRequire(createRequire(circusFile).resolve('jest-runtime'))('jest-mock')
const mocker = new ModuleMocker(globalThis)
const fastCheck = withLimitedRuns(requireHere('fast-check'))

const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = circus
Object.assign(globalThis, {
  describe,
  test,
  it,
  beforeAll,
  beforeEach,
  afterAll,
  afterEach,
  expect: jestExpect,
})

let listener = () => undefined
circus.addEventHandler((event) => listener(event))

/**
 * Runs the tests with the names, or all. Returns those that ran, with their CPU time; with `bail`, up to the first that
 * failed.
 * @param onTest is called with the name of each test before its run, and with undefined after it
 */
export async function runTestFile(file, { names, bail = false, onTest = () => undefined }) {
  const results = []
  let hasFailed = false
  let start
  circus.resetState()
  circus.getState().testTimeout = TEST_TIMEOUT_MS
  listener = ({ name, test: current, describeBlock }) => {
    if (name === 'test_start') {
      const id = nameOf(current)
      if ((names && !names.has(id)) || (bail && hasFailed)) current.mode = 'skip'
      else {
        onTest(id)
        start = process.cpuUsage()
      }
    } else if (name === 'test_done') {
      onTest(undefined)
      const { errors } = current
      const { user, system } = process.cpuUsage(start)
      hasFailed ||= errors.length > 0
      results.push({
        name: nameOf(current),
        milliseconds: (user + system) / 1000,
        failure: errors.length > 0 ? String([errors[0]].flat()[0]) : undefined,
      })
    }
  }
  // As tools/testing/environment.js does.
  const outer = process.env['TMPDIR']
  const directory = mkdtempSync(join(tmpdir(), 'wb-'))
  process.env['TMPDIR'] = directory
  try {
    await loadTests(file)
    const { unhandledErrors } = await circus.run()
    if (unhandledErrors.length > 0)
      results.push({ name: 'ends', milliseconds: 0, failure: unhandledErrors[0] })
    return results
  } catch (error) {
    return [{ name: 'loads', milliseconds: 0, failure: String(error) }]
  } finally {
    mocker.restoreAllMocks()
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
    rmSync(directory, { recursive: true, force: true })
  }
}

function nameOf(test) {
  const names = []
  for (let block = test; block.parent; block = block.parent) names.unshift(block.name)
  return names.join(' ')
}

/** The compiled modules of the repository. */
const compiled = new Map()

/** A test file may await modules that it imports after it has replaced others. */
const loadTests = (file) => evaluate(file, { exports: {} }, new Map(), new Map())

function load(file, modules, replaced) {
  const loaded = modules.get(file)
  if (loaded) return loaded.exports
  const module = { exports: {} }
  modules.set(file, module)
  evaluate(file, module, modules, replaced)
  return module.exports
}

/** `modules` are those that were loaded, by path; `replaced` those that a test replaces, by the name in the import. */
function evaluate(file, module, modules, replaced) {
  let entry = compiled.get(file)
  if (!entry) compiled.set(file, (entry = compile(file)))
  const { run, resolve, requireOther } = entry
  const requireModule = (name) => {
    if (replaced.has(name)) return replaced.get(name)
    if (name === 'fast-check') return fastCheck
    const path = resolve(name)
    return path.endsWith('.ts') ? load(path, modules, replaced) : requireOther(name)
  }
  const jest = {
    spyOn: (...args) => mocker.spyOn(...args),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    unstable_mockModule: (name, make) => replaced.set(name, make()),
  }
  const importMeta = { url: pathToFileURL(file).href, dirname: dirname(file), jest }
  return run(module, module.exports, requireModule, importMeta)
}

function compile(file) {
  const { outputText } = typescript.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: {
      target: typescript.ScriptTarget.ES2023,
      module: typescript.ModuleKind.CommonJS,
      esModuleInterop: true,
    },
  })
  const code = outputText.replaceAll('import.meta', 'importMeta')
  const keyword = file.endsWith('.test.ts') ? 'async' : ''
  const requireOther = createRequire(file)
  const resolved = new Map()
  const resolve = (name) => {
    const path = resolved.get(name) ?? requireOther.resolve(name)
    resolved.set(name, path)
    return path
  }
  return {
    run: new Script(`${keyword} (module, exports, require, importMeta) => {${code}\n}`, {
      filename: file,
    }).runInThisContext(),
    resolve,
    requireOther,
  }
}

function withLimitedRuns(module) {
  const { default: fc } = module
  const assert = (property, options) =>
    fc.assert(property, {
      ...options,
      numRuns: Math.min(options?.numRuns ?? MAX_RUNS, MAX_RUNS),
      seed: 1,
      endOnFailure: true,
    })
  return { ...module, __esModule: true, default: { ...fc, assert } }
}
